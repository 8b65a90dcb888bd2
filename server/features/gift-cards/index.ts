/** What the rest of the gateway uses of gift cards. */

export { createGiftCards } from './gift-cards.ts'
export { giftCardPartsExtension } from './parts-extension.ts'
export { giftCardExtension } from './payment-extension.ts'
