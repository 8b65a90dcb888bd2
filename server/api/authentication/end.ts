import type { AuthenticationResult } from '../../methods/three-ds/server/contract.ts'
import {
  codeOfStandAlone,
  liabilityOf,
  proofOf,
  shownOf,
  verdictOf,
} from '../../methods/three-ds/server/result.ts'
import type { ThreeDSecureSettings } from '../../wire/entities/settings.ts'
import type { AuthenticationEnd } from '../payments/authenticate-step.ts'
import type { AuthenticationParts } from './parts.ts'
import {
  type Authentication,
  type AuthenticationData,
  hasEnded,
  stepAuthentication,
} from './state.ts'

/** "Shopper cancelled". */
export const CANCELLED = '100.396.101'
/** "Pending payment ran out of time". */
export const OUT_OF_TIME = '100.396.103'
/** "Scheme directory server could not be reached". */
const UNREACHABLE = '100.390.111'

/** The end that a result of the issuer means (R-3DS-2). */
export function endByResult(
  { payment, row }: Authentication,
  result: AuthenticationResult,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): AuthenticationEnd {
  const { transStatus, challengeCancel, dsTransId, acsTransId } = result
  const verdict = verdictOf(result, settings, payment.paymentBrand)
  const added = {
    transStatus,
    ...(challengeCancel === undefined ? {} : { challengeCancel }),
    ...(dsTransId === undefined ? {} : { dsTransId }),
    ...(acsTransId === undefined ? {} : { acsTransId }),
  }
  return {
    authenticationId: row.id,
    outcome:
      verdict.kind === 'fail'
        ? { kind: 'failed', code: verdict.code }
        : payment.paymentType === '3D'
          ? { kind: 'onlyAuthenticated', code: codeOfStandAlone(result, row.state === 'requested') }
          : { kind: 'passed', proof: proofOf(result) },
    shown: shownOf(result),
    resultDetails: liabilityOf(result, payment.paymentBrand),
    changes: () => changesOf(row.id, verdict.kind === 'fail' ? 'failed' : 'passed', added, parts),
  }
}

/** The end without a result: cancelled, out of time. */
export function endByFailure(
  { row }: Authentication,
  code: string,
  parts: AuthenticationParts,
): AuthenticationEnd {
  return {
    authenticationId: row.id,
    outcome: { kind: 'failed', code },
    shown: {},
    resultDetails: {},
    changes: () => changesOf(row.id, 'failed', {}, parts),
  }
}

/** The end where no directory or issuer could be asked: the channel says whether it charges then. */
export function endByNoAnswer(
  authentication: Authentication,
  { onUnavailable = 'fail' }: ThreeDSecureSettings,
  parts: AuthenticationParts,
): AuthenticationEnd {
  const failed = endByFailure(authentication, UNREACHABLE, parts)
  if (onUnavailable === 'fail' || authentication.payment.paymentType === '3D') return failed
  return {
    ...failed,
    outcome: { kind: 'passed', proof: { status: 'U' } },
    changes: () => changesOf(authentication.row.id, 'passed', { transStatus: 'U' }, parts),
  }
}

async function changesOf(
  id: string,
  state: 'passed' | 'failed',
  added: Partial<AuthenticationData>,
  { store, clock }: AuthenticationParts,
) {
  const row = await store.read.authentication(id)
  if (row === undefined || hasEnded(row)) return undefined
  return [stepAuthentication(row, state, added, clock.of(row.entityId)).change]
}
