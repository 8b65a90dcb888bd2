/** What the rest of the gateway uses of gift cards. */

export { createGiftCards } from './gift-cards.ts'
export { giftCardExtension, giftCardPartsExtension } from './payment-extension.ts'
