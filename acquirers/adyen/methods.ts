import type { OperationKind, Unsupported } from '../../server/payments/connectors/connector.ts'
import type { AdyenSettings } from './account-settings.ts'

/** A kind of payment method at Adyen, for one or more brands. */
export interface Method {
  /** The `type` of its `paymentMethod`. */
  readonly type: 'scheme' | 'networkToken' | 'sepadirectdebit' | 'ideal' | 'eps'
  /** It can be held and captured later. */
  readonly holds: boolean
}

const CARD: Method = { type: 'scheme', holds: true }
/** A card out of a wallet, with its cryptogram. */
const WALLET: Method = { type: 'networkToken', holds: true }

/** The brands that can be paid with through Adyen. What is not here is refused before anything is written. */
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
  APPLEPAY: WALLET,
  GOOGLEPAY: WALLET,
  DIRECTDEBIT_SEPA: { type: 'sepadirectdebit', holds: false },
  IDEAL: { type: 'ideal', holds: false },
  EPS: { type: 'eps', holds: false },
}

export function methodOf(brand: string): Method | undefined {
  return METHODS[brand]
}

/** Whether nothing is charged before what the shopper brought back is redeemed. A bank charges without that. */
export function isChargedByReturn(brand: string): boolean {
  return methodOf(brand)?.holds === true
}

/** Why Adyen does not do such an operation at all. */
export function unsupportedByAdyen(
  { paymentType, paymentBrand, operation }: OperationKind,
  { preAuthorisation }: AdyenSettings,
): Unsupported | undefined {
  const method = methodOf(paymentBrand)
  if (method === undefined) {
    const description = `Adyen takes ${Object.keys(METHODS).join(', ')} here: ${paymentBrand} needs another account`
    return { code: '600.200.500', description }
  }
  if (paymentType === 'CD') {
    const description =
      'Adyen pays out by another interface: refund (RF) the payment in place of a credit'
    return { code: '600.200.400', description }
  }
  if (operation === 'renewal') {
    const description =
      'Adyen renews no hold: make a new preauthorisation, or raise this one (INCREMENTAL_AUTH)'
    return { code: '600.200.400', description }
  }
  if (operation === 'increment' && preAuthorisation !== true) {
    const description =
      'Only holds that were made as pre-authorisations are raised: set preAuthorisation of the account, for the holds that follow'
    return { code: '600.200.400', description }
  }
  if (paymentType === 'PA' && !method.holds) {
    const description = `${paymentBrand} is not held: send paymentType=DB`
    return { code: '600.200.310', description }
  }
  return undefined
}
