import type { AuthenticationScheme } from '../../entities/settings.ts'
import type { ParameterValues } from '../../parameters/values.ts'

/**
 * The ECI values of a card network, which say how reliably the cardholder was authenticated.
 * Sources: developer.cybersource.com, "Providing Payer Authentication Information for Authorization";
 * checkout.com/docs, "ECI values"; docs.axepta.bnpparibas, "ECI codes" (Cartes Bancaires has the values of
 * the other network on the card).
 */
export interface Ecis {
  /** Status Y. The first one is that of a shopper who is present; the simulator gives it. */
  readonly authenticated: readonly [string, ...string[]]
  /** Status Y of an authentication without the shopper (3RI), where that has a value of its own. */
  readonly authenticatedWithoutShopper?: string
  /** Status A. */
  readonly attempted: readonly [string, ...string[]]
  /** No proof: authentication not available, refused, exempted, or data shared only. */
  readonly none: readonly [string, ...string[]]
}

const LIKE_VISA: Ecis = { authenticated: ['05'], attempted: ['06'], none: ['07'] }
const LIKE_MASTERCARD: Ecis = {
  authenticated: ['02'],
  authenticatedWithoutShopper: '07',
  attempted: ['01'],
  none: ['00', '04', '06'],
}
/** The network's own values are those of Visa; 02 and 01 are what other test environments answer. */
const LIKE_UNIONPAY: Ecis = {
  authenticated: ['02', '05'],
  attempted: ['01', '06'],
  none: ['00', '07'],
}
const LIKE_ITS_CO_BRAND: Ecis = {
  authenticated: ['05', '02'],
  attempted: ['06', '01'],
  none: ['07', '00', '04'],
}

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
  CARTEBANCAIRE: { scheme: 'cartebancaire', ecis: LIKE_ITS_CO_BRAND },
  CARTEBLEUE: { scheme: 'cartebancaire', ecis: LIKE_ITS_CO_BRAND },
  UNIONPAY: { ecis: LIKE_UNIONPAY },
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

/** The ECIs of a brand. A domestic brand without a row may have those of its co-brand. */
export function ecisOf(brand: string): Ecis {
  return SCHEMES[brand]?.ecis ?? LIKE_ITS_CO_BRAND
}

/** Whether an ECI proves an authentication (status Y) or an attempt (A). */
export function isProof(eci: string, status: 'Y' | 'A', brand: string): boolean {
  const { authenticated, authenticatedWithoutShopper, attempted } = ecisOf(brand)
  const isWithoutShopper = status === 'Y' && eci === authenticatedWithoutShopper
  return isWithoutShopper || authenticated.includes(eci) || attempted.includes(eci)
}

/** The ECIs of 3-D Secure that a brand has; `undefined` for a domestic brand whose ECIs are not known. */
export function knownEcisOf(brand: string): readonly string[] | undefined {
  if (SCHEMES[brand] === undefined) return undefined
  const { authenticated, authenticatedWithoutShopper, attempted, none } = ecisOf(brand)
  const ofMerchant = authenticatedWithoutShopper === undefined ? [] : [authenticatedWithoutShopper]
  return [...authenticated, ...attempted, ...none, ...ofMerchant].toSorted()
}

/** The values that an issuer, or a wallet, has made for one payment. All else only says that there is one. */
const PROOFS = ['threeDSecure.verificationId', 'tokenAccount.cryptogram'] as const

/**
 * Removes from a request what claims an authentication that it does not prove: an indicator (ECI) of an
 * authentication or an attempt, and the status Y or A, without the value that proves it. An acquirer would be told
 * that the cardholder was authenticated, and the merchant would be liable. Indicators that claim nothing stay.
 *
 * @param values with the secrets that a request is stored without
 * @returns the names that were removed
 */
export function leaveOutUnprovedClaims(
  request: Record<string, string>,
  values: Pick<ParameterValues, 'has'>,
  network: string,
): readonly string[] {
  const { 'threeDSecure.eci': eci, 'threeDSecure.authenticationStatus': status } = request
  if (eci === undefined && status === undefined) return []
  if (PROOFS.some((name) => values.has(name))) return []
  const removed: string[] = []
  if (eci !== undefined && !ecisOf(network).none.includes(eci)) removed.push('threeDSecure.eci')
  if (status === 'Y' || status === 'A') removed.push('threeDSecure.authenticationStatus')
  for (const name of removed) delete request[name]
  return removed
}
