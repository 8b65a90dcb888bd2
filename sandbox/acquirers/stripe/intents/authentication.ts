import type { CardFacts } from '../facts/cards.ts'
import type { paymentOptions } from '../parameters/payment-methods.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { invalid } from '../wire/errors.ts'

type Options = NonNullable<ValuesOf<(typeof paymentOptions)['fields']>['card']>
export type Proof = NonNullable<Options['three_d_secure']>

/** `three_d_secure` of a charge. */
export interface Authentication {
  readonly authentication_flow: 'challenge' | 'frictionless' | null
  readonly electronic_commerce_indicator: string | null
  readonly exemption_indicator: string | null
  readonly result: 'authenticated' | 'attempt_acknowledged' | 'failed' | 'exempted'
  readonly result_reason: string | null
  readonly transaction_id: string | null
  readonly version: string
}

const ECI_OF_AUTHENTICATED: Readonly<Record<string, string>> = { mastercard: '02' }
const ECI_OF_ATTEMPT: Readonly<Record<string, string>> = { mastercard: '01' }

const CRYPTOGRAM = /^[A-Za-z0-9+/]{27}=$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PARAM = 'payment_method_options[card][three_d_secure]'

/** A proof that was made elsewhere must have the form of one: 20 bytes in base64, and a UUID. */
export function checkProof({ cryptogram, transaction_id, version }: Proof): void {
  if (!CRYPTOGRAM.test(cryptogram)) {
    throw invalid('Invalid 3D Secure cryptogram: 20 bytes in base64, 28 characters.', {
      param: `${PARAM}[cryptogram]`,
    })
  }
  if (version.startsWith('2') && !UUID.test(transaction_id)) {
    throw invalid('Invalid 3D Secure transaction_id: the directory server transaction ID.', {
      param: `${PARAM}[transaction_id]`,
    })
  }
}

/** What a proof is worth for this card: the indicator must be one of its scheme. */
export function authenticationByProof(proof: Proof, { brand }: CardFacts): Authentication {
  const { electronic_commerce_indicator: given, ares_trans_status: status, version } = proof
  const full = ECI_OF_AUTHENTICATED[brand] ?? '05'
  const attempt = ECI_OF_ATTEMPT[brand] ?? '06'
  const isRefused = status === 'N' || status === 'R' || status === 'U'
  const isAttempt = given === attempt || (given === undefined && status === 'A')
  const isFull = given === undefined ? !isAttempt : given === full
  return {
    authentication_flow: status === 'C' ? 'challenge' : 'frictionless',
    electronic_commerce_indicator: given ?? null,
    exemption_indicator: proof.exemption_indicator ?? null,
    result:
      isRefused || !(isFull || isAttempt)
        ? 'failed'
        : isAttempt
          ? 'attempt_acknowledged'
          : 'authenticated',
    result_reason: null,
    transaction_id: proof.transaction_id,
    version,
  }
}

/** After the shopper has been at the issuer's page of the emulator. */
export function authenticationByShopper(
  { brand }: CardFacts,
  transactionId: string,
): Authentication {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: ECI_OF_AUTHENTICATED[brand] ?? '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: transactionId,
    version: '2.2.0',
  }
}

interface Circumstances {
  readonly isOffSession: boolean
  readonly isSetUp: boolean
  readonly isMoto: boolean
  readonly wish: string | undefined
}

/** Whether the issuer wants its cardholder authenticated, or the request does. */
export function needsAuthentication(
  { behaviour }: CardFacts,
  { isOffSession, isSetUp, isMoto, wish }: Circumstances,
): boolean {
  if (isMoto) return false
  const isWished = !isOffSession && (wish === 'any' || wish === 'challenge')
  switch (behaviour.authentication) {
    case 'always':
      return true
    case 'unlessSetUp':
      return !(isOffSession && isSetUp)
    case 'onSession':
      return !isOffSession
    case 'optional':
      return isWished
    default:
      // Most test cards support it and are not enrolled: nothing is asked.
      return false
  }
}
