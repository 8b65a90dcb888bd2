import type { ThreeDSecureSettings } from '../../../entities/settings.ts'
import { walletOfBrand } from '../../../parameters/mobile-wallets.ts'
import type {
  AuthenticationEnd,
  OutcomeOfAuthentication,
} from '../../../payments/authenticate/index.ts'
import { onlyStores } from '../../../payments/index.ts'
import type { AuthenticationRow, Change, PaymentRow, Store } from '../../../store/port.ts'
import type { AuthenticationResult, CardRange } from '../server/contract.ts'
import {
  codeOfStandAlone,
  liabilityOf,
  present,
  proofOf,
  shownOf,
  verdictOf,
} from '../server/result.ts'
import { mayFollow } from '../server/states.ts'
import type { AuthenticationParts } from './parts.ts'

/** The data of an authentication without columns of their own, stored as JSON. No card data, no proof. */
export interface AuthenticationData {
  /** Version of the protocol. */
  readonly version: CardRange['version']
  /** No range of the directory holds the card: it is not asked, and the browser only comes and goes. */
  readonly isNotEnrolled?: true
  /** The brand of the card itself, where the payment has the brand of a wallet. */
  readonly brand?: string
  readonly methodUrl?: string
  /** The issuer has reported that its method call is done. */
  readonly methodDone?: true
  /** The browser data that the page collected: wire names and values. */
  readonly browser?: Readonly<Record<string, string>>
  /** Replaces the one of the request. */
  readonly challengeIndicator?: string
  readonly acsUrl?: string
  readonly acsTransId?: string
  readonly dsTransId?: string
  readonly challengeMandated?: string
  /** What the issuer's first answer tells the cardholder. */
  readonly cardholderInfo?: string
  /** Until when the cardholder may confirm outside of the browser. */
  readonly decoupledUntilMs?: number
  /** How it ended: the status of EMV 3-D Secure, and why it was cancelled. */
  readonly transStatus?: string
  readonly challengeCancel?: string
}

export function dataOf({ data }: AuthenticationRow): AuthenticationData {
  return JSON.parse(data)
}

/** Changes the state of an authentication and adds to its data. Throws if the state may not follow. */
export function stepAuthentication(
  row: AuthenticationRow,
  state: AuthenticationRow['state'],
  added: Partial<AuthenticationData>,
  updatedAtMs: number,
): { readonly change: Change; readonly after: AuthenticationRow } {
  if (!mayFollow(state, row.state)) throw new Error(`${row.id} is ${row.state}, not ${state}`)
  const data = JSON.stringify({ ...dataOf(row), ...added })
  const set = { state, data, updatedAtMs }
  return {
    change: { kind: 'stepAuthentication', id: row.id, expectedVersion: row.version, set },
    after: { ...row, ...set, version: row.version + 1 },
  }
}

/** Whether an authentication has ended. */
export function hasEnded({ state }: AuthenticationRow): boolean {
  return state === 'passed' || state === 'failed'
}

/** A payment and its latest authentication. */
export interface Authentication {
  readonly payment: PaymentRow
  readonly row: AuthenticationRow
}

/** The card network's brand of a payment's card. */
export function cardBrandOf({ payment: { paymentBrand }, row }: Authentication): string {
  const isWallets = walletOfBrand(paymentBrand) !== undefined
  return isWallets ? (dataOf(row).brand ?? paymentBrand) : paymentBrand
}

/** The authentication that a payment waits for; `undefined`: it does not wait. */
export async function latestOf(
  payment: PaymentRow,
  { store }: { readonly store: Store },
): Promise<Authentication | undefined> {
  if (payment.state !== 'authenticating' || payment.authenticationId === null) return undefined
  const row = await store.read.authentication(payment.authenticationId)
  return row === undefined || hasEnded(row) ? undefined : { payment, row }
}

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
