import { paymentBrand } from '../../../common/payment-brands.ts'

/** How names begin that say what is paid with, where that is not a card given as such. */
export const otherInstruments = [
  'registrationId',
  'applePay.',
  'googlePay.',
  'samsungPay.',
  'walletA.',
  'walletB.',
  'walletC.',
  'virtualAccount.',
  'bankAccount.',
  'tokenAccount.',
  // Its other members speak of a gift card that is bought.
  'giftCard.number',
  'pos.',
] as const

/**
 * Whether a payment of this brand cannot do without a card: without a brand it is one. What other
 * brands need, and names that are no brand, are a matter of the instruments.
 */
export function brandNeedsCard(brand: string | undefined): boolean {
  if (brand === undefined) return true
  const known = paymentBrand(brand)
  return known?.kind === 'card' && known.flow === 'synchronous'
}

/** Whether the shopper names the account on another page: then the request need not know it. */
export function isRedirectBrand(brand: string | undefined): boolean {
  return brand !== undefined && paymentBrand(brand)?.flow === 'redirect'
}
