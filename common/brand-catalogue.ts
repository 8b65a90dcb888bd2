import { brandCountries } from './brand-countries.ts'
import {
  brandNames,
  capabilities,
  methodKindOf,
  type OperationType,
  type PaymentBrand,
  paymentBrand,
} from './payment-brands.ts'

/** A brand with all that is known of it, for people who look for one. */
export interface CatalogueBrand extends PaymentBrand {
  /** ISO 3166-1 alpha-2; empty: not bound to countries that are known here. */
  readonly countries: readonly string[]
  /** Payments that can begin with it, and operations on these. */
  readonly first: readonly OperationType[]
  readonly references: readonly OperationType[]
}

/** Every brand by name, but those of single merchants, cards first. */
export function brandCatalogue(): readonly CatalogueBrand[] {
  return brandNames.flatMap((name) => {
    const brand = paymentBrand(name)
    if (brand === undefined) return []
    const { first, references } = capabilities[methodKindOf(name)]
    return [{ ...brand, countries: brandCountries(name), first, references }]
  })
}

/**
 * Methods that people ask for by these names, and that no gateway of this version takes: the names are none
 * of `paymentBrand`, and the widget has no form for them.
 */
export const notTaken: readonly string[] = [
  'Bizum',
  'BLIK',
  'Cash App Pay',
  'GCash',
  'GrabPay',
  'MB WAY',
  'Mercado Pago',
  'MobilePay',
  'Multibanco',
  'Payconiq',
  'PayPay',
  'Pix',
  'PSE',
  'Revolut Pay',
  'Satispay',
  'Shop Pay',
  'SPEI',
  'Swish',
  'TWINT',
  'UPI',
  'Vipps',
  'Wero',
]
