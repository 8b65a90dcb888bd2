import type { ThreeDSecureSettings } from '../../../entities/settings.ts'
import {
  type AuthenticationEnd,
  type OutcomeOfAuthentication,
  onlyStores,
} from '../../../payments/index.ts'
import type { AuthenticationRow, PaymentRow } from '../../../store/port.ts'
import type { AuthenticationResult } from '../server/contract.ts'
import {
  codeOfStandAlone,
  liabilityOf,
  present,
  proofOf,
  shownOf,
  verdictOf,
} from '../server/result.ts'
import type { AuthenticationParts } from './parts.ts'
import {
  type Authentication,
  type AuthenticationData,
  cardBrandOf,
  dataOf,
  hasEnded,
  stepAuthentication,
} from './state.ts'

/** How an authentication ended, and what its row stores about that. */
export interface Ended extends OutcomeOfAuthentication {
  readonly added: Partial<AuthenticationData>
}

/** The end of an authentication that is already stored. */
export function endOf(
  { id }: Pick<AuthenticationRow, 'id'>,
  { added, ...end }: Ended,
  parts: AuthenticationParts,
): AuthenticationEnd {
  const state = stateAfter(end)
  return { ...end, authenticationId: id, changes: () => changesOf(id, state, added, parts) }
}

export function stateAfter({ outcome }: OutcomeOfAuthentication): 'passed' | 'failed' {
  return outcome.kind === 'failed' ? 'failed' : 'passed'
}

/** "Shopper cancelled". */
export const CANCELLED = '100.396.101'
/** "Pending payment ran out of time". */
export const OUT_OF_TIME = '100.396.103'
/** "Card not enrolled for version 2". */
export const NOT_ENROLLED = '000.400.109'
/** "Scheme directory server could not be reached". */
export const UNREACHABLE = '100.390.111'

/** The end that follows from a result of the issuer (R-3DS-2). */
export function endByResult(
  { payment, row }: Authentication,
  result: AuthenticationResult,
  settings: ThreeDSecureSettings,
): Ended {
  const { transStatus, challengeCancel, dsTransId, acsTransId } = result
  const brand = cardBrandOf({ payment, row })
  const verdict = verdictOf(result, settings, brand)
  const added = present({ transStatus, challengeCancel, dsTransId, acsTransId })
  return {
    outcome:
      verdict.kind === 'fail'
        ? { kind: 'failed', code: verdict.code }
        : payment.paymentType === '3D'
          ? { kind: 'onlyAuthenticated', code: codeOfStandAlone(result, row.state === 'requested') }
          : { kind: 'passed', proof: proofOf(result) },
    shown: shownOf(result),
    resultDetails: {
      ...liabilityOf(result, brand),
      ...faultShown(result),
      ...present({ cardholderInfo: result.cardholderInfo ?? dataOf(row).cardholderInfo }),
    },
    added,
  }
}

/** What merchant and directory have to talk about: the data elements that could not be read. */
function faultShown({ fault }: { readonly fault?: string }): Record<string, string> {
  return fault === undefined ? {} : { authenticationFault: `not readable: ${fault}` }
}

/** The end without a result of the issuer: cancelled or expired. */
export function endByFailure(code: string): Ended {
  return { outcome: { kind: 'failed', code }, shown: {}, resultDetails: {}, added: {} }
}

/** The end where the directory or issuer gave no answer: the channel's settings decide about the charge. */
export function endByNoAnswer(
  payment: PaymentRow,
  { onUnavailable = 'fail' }: ThreeDSecureSettings,
  answer: { readonly fault?: string } = {},
): Ended {
  const failed = { ...endByFailure(UNREACHABLE), resultDetails: faultShown(answer) }
  const isStandAlone = payment.paymentType === '3D'
  if (onUnavailable === 'fail' || (isStandAlone && !onlyStores(payment))) return failed
  const added = { transStatus: 'U' }
  if (isStandAlone) {
    return { ...failed, outcome: { kind: 'onlyAuthenticated', code: UNREACHABLE }, added }
  }
  const proof = { status: 'U' } as const
  return { ...failed, outcome: { kind: 'passed', proof }, added }
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
