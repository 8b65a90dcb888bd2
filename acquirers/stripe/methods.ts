import type { OperationKind, Unsupported } from '../../server/payments/connectors/connector.ts'

/** A kind of payment method at Stripe, for one or more brands. */
export interface Method {
  /** The `type` of its PaymentMethods. */
  readonly type: 'card' | 'sepa_debit' | 'ideal' | 'eps'
  /** Whether it can be held and captured later. */
  readonly holds: boolean
  /** The shopper confirms it on another page, or may have to. */
  readonly redirects: boolean
}

const CARD: Method = { type: 'card', holds: true, redirects: true }

/**
 * The brands that can be paid with through Stripe. What is not here is refused before anything is written: its public
 * API takes no cryptogram of a wallet, and no number of another vault.
 */
const METHODS: Readonly<Record<string, Method>> = {
  VISA: CARD,
  VISAELECTRON: CARD,
  VISADEBIT: CARD,
  VPAY: CARD,
  MASTER: CARD,
  MASTERDEBIT: CARD,
  MAESTRO: CARD,
  AMEX: CARD,
  DINERS: CARD,
  DISCOVER: CARD,
  JCB: CARD,
  UNIONPAY: CARD,
  CARTEBANCAIRE: CARD,
  CARTEBLEUE: CARD,
  DIRECTDEBIT_SEPA: { type: 'sepa_debit', holds: false, redirects: false },
  IDEAL: { type: 'ideal', holds: false, redirects: true },
  EPS: { type: 'eps', holds: false, redirects: true },
}

/** The networks that a co-badged card is to be paid as (docs.stripe.com/co-badged-cards-compliance). */
export const NETWORKS: Readonly<Record<string, string>> = {
  CARTEBANCAIRE: 'cartes_bancaires',
  CARTEBLEUE: 'cartes_bancaires',
}

export function methodOf(brand: string): Method | undefined {
  return METHODS[brand]
}

/** Why Stripe does not do such an operation at all. */
export function unsupportedByStripe({
  paymentType,
  paymentBrand,
  operation,
}: OperationKind): Unsupported | undefined {
  const method = methodOf(paymentBrand)
  if (method === undefined) {
    const description = `Stripe takes ${Object.keys(METHODS).join(', ')}: ${paymentBrand} needs another account`
    return { code: '600.200.500', description }
  }
  if (paymentType === 'CD') {
    const description =
      'Stripe pays out to no card that was not charged before: refund (RF) the payment in place of a credit'
    return { code: '600.200.400', description }
  }
  if (operation === 'renewal') {
    const description =
      'Stripe renews no hold: make a new preauthorisation, or raise this one (INCREMENTAL_AUTH)'
    return { code: '600.200.400', description }
  }
  if (paymentType === 'PA' && !method.holds) {
    const description = `${paymentBrand} is not held: send paymentType=DB`
    return { code: '600.200.310', description }
  }
  return undefined
}
