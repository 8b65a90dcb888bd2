import type { AuthenticationScheme } from '../../../wire/entities/settings.ts'

/** The ECI values of a card network, which say how reliably the cardholder was authenticated. */
export interface Ecis {
  readonly authenticated: string
  readonly attempted: string
  /** No proof: authentication not available, refused or exempted. */
  readonly none: string
}

const LIKE_VISA: Ecis = { authenticated: '05', attempted: '06', none: '07' }
const LIKE_MASTERCARD: Ecis = { authenticated: '02', attempted: '01', none: '00' }

interface SchemeOfBrand {
  /** As `threeDSecure.v2.<scheme>` names it; absent: it has no such parameters. */
  readonly scheme?: AuthenticationScheme
  readonly ecis: Ecis
}

/** The card network of each brand that has its own requestor parameters or ECIs. */
const SCHEMES: Readonly<Record<string, SchemeOfBrand>> = {
  VISA: { scheme: 'visa', ecis: LIKE_VISA },
  VISAELECTRON: { scheme: 'visa', ecis: LIKE_VISA },
  VISADEBIT: { scheme: 'visa', ecis: LIKE_VISA },
  VPAY: { scheme: 'visa', ecis: LIKE_VISA },
  MASTER: { scheme: 'mastercard', ecis: LIKE_MASTERCARD },
  MASTERDEBIT: { scheme: 'mastercard', ecis: LIKE_MASTERCARD },
  MAESTRO: { scheme: 'mastercard', ecis: LIKE_MASTERCARD },
  AMEX: { scheme: 'amex', ecis: LIKE_VISA },
  DINERS: { scheme: 'diners', ecis: LIKE_VISA },
  DISCOVER: { scheme: 'diners', ecis: LIKE_VISA },
  JCB: { scheme: 'jcb', ecis: LIKE_VISA },
  CARTEBANCAIRE: { scheme: 'cartebancaire', ecis: LIKE_VISA },
  CARTEBLEUE: { scheme: 'cartebancaire', ecis: LIKE_VISA },
  UNIONPAY: { ecis: LIKE_MASTERCARD },
}

/** The parameters by which a request names its merchant in the directory of a card network. */
export const REQUESTOR_PARAMETERS: Readonly<
  Record<AuthenticationScheme, { readonly id: string; readonly name: string }>
> = {
  visa: { id: 'threeDSecure.v2.visa.requestorId', name: 'threeDSecure.v2.visa.requestorName' },
  mastercard: {
    id: 'threeDSecure.v2.mastercard.requestorId',
    name: 'threeDSecure.v2.mastercard.requestorName',
  },
  amex: { id: 'threeDSecure.v2.amex.requestorId', name: 'threeDSecure.v2.amex.requestorName' },
  diners: {
    id: 'threeDSecure.v2.diners.requestorId',
    name: 'threeDSecure.v2.diners.requestorName',
  },
  jcb: { id: 'threeDSecure.v2.jcb.requestorId', name: 'threeDSecure.v2.jcb.requestorName' },
  cartebancaire: {
    id: 'threeDSecure.v2.cartebancaire.requestorId',
    name: 'threeDSecure.v2.cartebancaire.requestorName',
  },
}

export function schemeOf(brand: string): AuthenticationScheme | undefined {
  return SCHEMES[brand]?.scheme
}

/** The ECIs of a brand. A domestic brand without a row gets those of Visa, which most of them use. */
export function ecisOf(brand: string): Ecis {
  return SCHEMES[brand]?.ecis ?? LIKE_VISA
}

/** Whether an ECI proves an authentication or an attempt. Domestic brands may use ECIs of their co-brand. */
export function isProof(eci: string, brand: string): boolean {
  const ecis = SCHEMES[brand] === undefined ? [LIKE_VISA, LIKE_MASTERCARD] : [ecisOf(brand)]
  return ecis.some(({ authenticated, attempted }) => eci === authenticated || eci === attempted)
}
