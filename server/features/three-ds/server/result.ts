import type { ThreeDSecureSettings } from '../../../entities/settings.ts'
import type { AuthenticationProof } from '../../../payments/connectors/index.ts'
import { isProof } from '../../../payments/read/index.ts'
import type { MessageOf } from '../messages/messages.ts'
import type { AuthenticationResult, Verdict } from './contract.ts'

const CARDHOLDER_FAILED = '100.380.401'
const NOT_AVAILABLE = '100.390.109'
const REFUSED = '100.390.114'
const OUT_OF_TIME = '100.396.103'

/**
 * The result code for each reason why the cardholder or the issuer ended a challenge (`challengeCancel`).
 * The payment fails with it for every `transStatus`, even for a U that the channel would charge.
 */
const CODES_OF_CANCEL: Readonly<Record<string, string>> = {
  /** Cancelled by the cardholder. */
  '01': '100.396.101',
  /** Version 2.1.0: cancelled by the requestor. */
  '02': '100.396.201',
  /** A decoupled authentication timed out; in 2.1.0: the challenge was abandoned. */
  '03': OUT_OF_TIME,
  '04': OUT_OF_TIME,
  /** The challenge was never opened. */
  '05': OUT_OF_TIME,
  /** A challenge in an app timed out. */
  '08': OUT_OF_TIME,
}

/** The result codes for reasons of a refusal (`transStatusReason`) that are more specific. */
const CODES_OF_REASON: Readonly<Record<string, string>> = {
  /** Unknown and unsupported device. */
  '02': '100.390.113',
  '03': '100.390.113',
  /** Stolen card, suspected fraud. */
  '10': '100.390.118',
  '11': '100.390.118',
  '14': OUT_OF_TIME,
  /** Technical fault at the issuer. */
  '22': '100.390.112',
}

const NOT_ENROLLED_REASON = '13'
const NOT_ENROLLED = '000.400.102'

/** Whether the payment is charged or fails (R-3DS-2), by status, reason and cancellation. */
export function verdictOf(
  result: AuthenticationResult,
  { onUnavailable = 'fail' }: Pick<ThreeDSecureSettings, 'onUnavailable'>,
  brand: string,
): Verdict {
  const { transStatus, transStatusReason = '', challengeCancel = '' } = result
  const cancelled = CODES_OF_CANCEL[challengeCancel]
  if (cancelled !== undefined) return { kind: 'fail', code: cancelled }
  const ofReason = CODES_OF_REASON[transStatusReason]
  switch (transStatus) {
    case 'Y':
    case 'A':
    // The issuer acknowledges the merchant's exemption: the payment is charged without authentication.
    case 'I':
      return { kind: 'charge' }
    case 'U':
      return onUnavailable === 'charge' ? { kind: 'charge' } : { kind: 'fail', code: NOT_AVAILABLE }
    case 'R':
      return { kind: 'fail', code: ofReason ?? REFUSED }
    case 'N':
      if (transStatusReason === NOT_ENROLLED_REASON) return { kind: 'fail', code: NOT_ENROLLED }
      return { kind: 'fail', code: ofReason ?? codeOfFailure(result, brand) }
  }
}

/** American Express issuers answer N without a challenge where others answer U (catalogue, 100.390.109). */
function codeOfFailure(result: AuthenticationResult, brand: string): string {
  return brand === 'AMEX' && !wasChallenged(result) ? NOT_AVAILABLE : CARDHOLDER_FAILED
}

/** Only the type in an RReq proves a challenge; the type in an ARes describes one that is still to come. */
function wasChallenged({ authenticationType }: AuthenticationResult): boolean {
  return authenticationType !== undefined
}

/** The result code of an authentication without a payment that did not fail (type 3D). */
export function codeOfStandAlone(
  { transStatus }: AuthenticationResult,
  isFrictionless: boolean,
): string {
  switch (transStatus) {
    case 'Y':
    case 'A':
      return isFrictionless ? '000.400.110' : '000.000.000'
    case 'I':
      return '000.400.091'
    case 'U':
      return '000.400.101'
    case 'N':
      return CARDHOLDER_FAILED
    case 'R':
      return REFUSED
  }
}

/** The members of an answer about its authentication, with the names of the parameters for a proof. */
export function shownOf(result: AuthenticationResult): Record<string, string> {
  return present({
    'threeDSecure.eci': result.eci,
    'threeDSecure.verificationId': result.authenticationValue,
    'threeDSecure.version': result.version,
    'threeDSecure.dsTransactionId': result.dsTransId,
    'threeDSecure.acsTransactionId': result.acsTransId,
    'threeDSecure.authenticationStatus': result.transStatus,
    'threeDSecure.challengeMandatedIndicator': result.challengeMandated,
    'threeDSecure.authType': result.authenticationType,
    'threeDSecure.transactionStatusReason': result.transStatusReason,
  })
}

/** What answers show of a payment that nothing proves to be authenticated. */
export const LIABLE_MERCHANT = { authenticationLiability: 'merchant' } as const

/**
 * Who is liable for fraud, for `resultDetails`: the issuer where status and ECI prove an authentication
 * or an attempt; else the merchant.
 */
export function liabilityOf(
  { transStatus, eci }: AuthenticationResult,
  brand: string,
): Record<string, string> {
  const isProved =
    (transStatus === 'Y' || transStatus === 'A') &&
    (eci === undefined || isProof(eci, transStatus, brand))
  return isProved ? { authenticationLiability: 'issuer' } : LIABLE_MERCHANT
}

/** The proof that is sent to the acquirer. */
export function proofOf(result: AuthenticationResult): AuthenticationProof {
  return {
    status: result.transStatus,
    ...present({
      eci: result.eci,
      verificationId: result.authenticationValue,
      dsTransactionId: result.dsTransId,
      acsTransactionId: result.acsTransId,
      version: result.version,
      authenticationType: result.authenticationType,
      transactionStatusReason: result.transStatusReason,
      challengeMandated: result.challengeMandated,
    }),
  }
}

/** The result in an RReq, which decides (R-3DS-1). */
export function resultOfRReq(rreq: MessageOf<'RReq'>): AuthenticationResult {
  const { transStatus, messageVersion, acsTransID, dsTransID } = rreq
  return {
    transStatus,
    version: messageVersion,
    acsTransId: acsTransID,
    dsTransId: dsTransID,
    ...present({
      eci: rreq.eci,
      authenticationValue: rreq.authenticationValue,
      transStatusReason: rreq.transStatusReason,
      authenticationType: rreq.authenticationType,
      challengeCancel: rreq.challengeCancel,
    }),
  }
}

/** The members that have a value. */
export function present<Name extends string>(
  members: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  const kept: Partial<Record<Name, string>> = {}
  for (const name in members) {
    const value = members[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
