import { paymentBrand } from '../../common/payment-brands.ts'

/**
 * Whether a payment of this brand needs a card; without a brand it does. The instruments check the
 * needs of other brands, and names that are no brand.
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
