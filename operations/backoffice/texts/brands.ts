import { paymentBrand } from '../../../common/payment-brands.ts'
import { brandText } from './gateway-texts.ts'

/** The name of a brand for people. */
export function brandName(brand: string): string {
  return brandText(brand) ?? paymentBrand(brand)?.label ?? brand
}

/** What was paid with: "Visa •••• 0000". */
export function methodText(payment: {
  readonly paymentBrand: string
  readonly last4?: string
}): string {
  const { last4 } = payment
  return [brandName(payment.paymentBrand), ...(last4 === undefined ? [] : [`•••• ${last4}`])].join(
    ' ',
  )
}
