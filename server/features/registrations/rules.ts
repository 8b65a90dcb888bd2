import { DAY_MS } from '../../../common/durations.ts'
import { endOfExpiry } from '../../parameters/calendar.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { Change, RegistrationRow, RegistrationStep, TimerRow } from '../../store/port.ts'
import { expiryOfDetails, type RegistrationDetails, readRegistrationDetails } from './details.ts'
import { withBegun } from './series-rules.ts'

/** How long payment details are kept where an entity says nothing else, in months. */
export const LIFE_MONTHS = 14

/** How far from now `extendlife` moves the end (reference behaviour §8). */
const EXTENSION_MONTHS = 24

/** A use moves the end of what does not expire only when that makes a day or more. */
const MIN_RENEWAL_MS = DAY_MS

/** The time this many months later; the last day of the month when the month is too short. */
export function monthsLater(atMs: number, months: number): number {
  const at = new Date(atMs)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + months)
  if (at.getUTCDate() !== day) at.setUTCDate(0)
  return at.getTime()
}

/** When a card, or a token with an expiry, has expired in every time zone; `undefined` when it does not expire. */
export function endOfCard(details: RegistrationDetails): number | undefined {
  const expiry = expiryOfDetails(details)
  return expiry && endOfExpiry(expiry)
}

/** When payment details expire that were last used at `usedAtMs` (reference behaviour §8). */
export function endOfLife(details: RegistrationDetails, usedAtMs: number, months: number): number {
  const expiryMs = endOfCard(details)
  // For an expired card the period starts with the use: its expiry may be years ago.
  return monthsLater(expiryMs === undefined ? usedAtMs : Math.max(expiryMs, usedAtMs), months)
}

/** The data of a new registration. */
export interface NewRegistration {
  readonly id: string
  readonly entityId: string
  readonly paymentBrand: string
  readonly resultCode: string
  /** `null`: the payment details were refused, and nothing is sealed. */
  readonly sealed: { readonly vaultRecordId: string; readonly fingerprint: string | null } | null
  /** Whether its channel stores each number only once. */
  readonly deduplicated: boolean
  readonly paymentId: string | null
  /** Only of a registration without a payment. */
  readonly merchantTransactionId: string | null
  readonly details: RegistrationDetails
  readonly nowMs: number
  readonly lifeMonths: number
}

export function newRegistration(made: NewRegistration): RegistrationRow {
  const { details, nowMs, sealed } = made
  return {
    id: made.id,
    entityId: made.entityId,
    state: sealed === null ? 'failed' : 'active',
    resultCode: made.resultCode,
    paymentBrand: made.paymentBrand,
    vaultRecordId: sealed?.vaultRecordId ?? null,
    fingerprint: sealed?.fingerprint ?? null,
    deduplicated: made.deduplicated,
    paymentId: made.paymentId,
    merchantTransactionId: made.merchantTransactionId,
    details: JSON.stringify(details),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: endOfLife(details, nowMs, made.lifeMonths),
    version: 1,
  }
}

/** Inserts a registration; an active one gets a timer for its expiry. */
export function insertRegistration(row: RegistrationRow): Change[] {
  const inserted: Change = { kind: 'insertRegistration', row }
  if (row.state !== 'active') return [inserted]
  return [inserted, { kind: 'insertTimer', row: expiryTimerOf(row) }]
}

function expiryTimerOf(row: RegistrationRow): TimerRow {
  return {
    kind: 'registrationExpiry',
    subjectId: row.id,
    entityId: row.entityId,
    dueAtMs: row.expiresAtMs,
    attempts: 0,
    createdAtMs: row.createdAtMs,
    version: 1,
  }
}

/** Why a registration cannot be paid with, extended or offered; `undefined` when it can. */
export function unusableReason(row: RegistrationRow, nowMs: number): Refusal | undefined {
  switch (row.state) {
    case 'failed':
      return refused
    case 'deleted':
      return deleted
    case 'expired':
      // The expiry itself, not the later time at which the timer ran.
      return expiredAt(row.expiresAtMs)
    case 'active':
      // Its timer may not have run yet.
      return nowMs < row.expiresAtMs ? undefined : expiredAt(row.expiresAtMs)
  }
}

/** Why a registration cannot be deleted: only an active one stores anything. */
export function undeletableReason(row: RegistrationRow): Refusal | undefined {
  return row.state === 'active' ? undefined : unusableReason(row, row.updatedAtMs)
}

/** No registration, or one that the caller may not use: the answer is the same for both. */
export const unknownRegistration: Refusal = refuse('100.150.200', {
  status: 404,
  description:
    'Registration unknown: was it stored by another channel, environment (test or live) or gateway?',
})

/** Its key was lost, and an operator has given the number up. */
export const numberIsLost: Refusal = refuse('100.150.203', {
  description: 'The number of these payment details is lost: have the shopper store them again',
})

const refused: Refusal = refuse('100.150.203', {
  description: 'Registration not valid: its payment details were refused when it was made',
})

const deleted: Refusal = refuse('100.150.202')

function expiredAt(atMs: number): Refusal {
  const at = new Date(atMs).toISOString()
  return refuse('100.150.202', {
    description: `Registration expired at ${at} and was wiped: store the payment details again`,
  })
}

/** A decision about a registration: what to commit, and what it becomes. */
export interface Decided {
  readonly changes: readonly Change[]
  readonly after: RegistrationRow
}

/**
 * Ends a registration and deletes the vault record and all personal data in the same commit. BIN and
 * last four digits stay for reconciliation.
 */
export function wipe(row: RegistrationRow, state: 'deleted' | 'expired', nowMs: number): Decided {
  const { account, card, series } = readRegistrationDetails(row.details)
  // `JSON.stringify` leaves out a member that is undefined. A schedule that has gone on with another card still
  // counts its instalments here.
  const left = { account, request: {}, card: card && { ...card, holder: undefined }, series }
  const set = {
    state,
    vaultRecordId: null,
    fingerprint: null,
    details: JSON.stringify(left),
    updatedAtMs: nowMs,
  }
  const wiped = stepped(row, set)
  const { vaultRecordId } = row
  if (vaultRecordId === null) return wiped
  const unsealed: Change = { kind: 'deleteVaultRecord', id: vaultRecordId }
  return { changes: [...wiped.changes, unsealed], after: wiped.after }
}

/** Deletes a registration and its expiry timer. */
export function remove(row: RegistrationRow, nowMs: number): Decided {
  const { changes, after } = wipe(row, 'deleted', nowMs)
  const end: Change = {
    kind: 'endTimer',
    timer: 'registrationExpiry',
    subjectId: row.id,
    expectedVersion: null,
  }
  return { changes: [...changes, end], after }
}

/**
 * Keeps a registration until 24 months from now, never shorter than before. The timer is not changed:
 * when it is due it reads the later expiry.
 */
export function extend(row: RegistrationRow, nowMs: number): Decided {
  const expiresAtMs = Math.max(row.expiresAtMs, monthsLater(nowMs, EXTENSION_MONTHS))
  return stepped(row, { expiresAtMs, updatedAtMs: nowMs })
}

/** Updates an existing registration when the same number is stored again. */
export function renew(
  row: RegistrationRow,
  given: RegistrationDetails,
  nowMs: number,
  lifeMonths: number,
): Decided {
  const details = mergeDetails(readRegistrationDetails(row.details), given)
  const set = renewalOf(row, details, nowMs, lifeMonths)
  return set === undefined ? { changes: [], after: row } : stepRegistration(row, set, nowMs)
}

/** The later expiry after a use, for payment details without an expiry of their own; `undefined` when it stays. */
export function endAfterUse(
  row: RegistrationRow,
  details: RegistrationDetails,
  nowMs: number,
  lifeMonths: number,
): number | undefined {
  if (endOfCard(details) !== undefined) return undefined
  const endMs = endOfLife(details, nowMs, lifeMonths)
  return endMs - row.expiresAtMs >= MIN_RENEWAL_MS ? endMs : undefined
}

/** What an update of an active registration changes. */
export interface Renewal {
  readonly details?: RegistrationDetails
  readonly expiresAtMs?: number
}

/** The update that new details need; `undefined` when nothing is new and the expiry moves by less than a day. */
export function renewalOf(
  row: RegistrationRow,
  details: RegistrationDetails,
  nowMs: number,
  lifeMonths: number,
): Renewal | undefined {
  const expiresAtMs = Math.max(row.expiresAtMs, endOfLife(details, nowMs, lifeMonths))
  const isKnown = JSON.stringify(details) === row.details
  if (isKnown && expiresAtMs - row.expiresAtMs < MIN_RENEWAL_MS) return undefined
  return { details, expiresAtMs }
}

/** An update of an active registration, guarded by its version. */
export function stepRegistration(
  row: RegistrationRow,
  { details, expiresAtMs }: Renewal,
  nowMs: number,
): Decided {
  return stepped(row, {
    ...(details === undefined ? {} : { details: JSON.stringify(details) }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    updatedAtMs: nowMs,
  })
}

function stepped(row: RegistrationRow, set: RegistrationStep): Decided {
  const { id, version } = row
  return {
    changes: [{ kind: 'stepRegistration', id, expectedVersion: version, set }],
    after: { ...row, ...set, version: version + 1 },
  }
}

/**
 * The details after the same number is stored again: the new holder and expiry, and everything of the
 * old details that the new ones do not have.
 */
export function mergeDetails(
  before: RegistrationDetails,
  given: RegistrationDetails,
): RegistrationDetails {
  const series = withBegun(before.series, given.series)
  const card = given.card && before.card ? { ...before.card, ...given.card } : given.card
  return {
    account: before.account,
    request: { ...before.request, ...given.request },
    ...(card === undefined ? {} : { card }),
    ...(given.isDeviceNumber === true ? { isDeviceNumber: true } : {}),
    ...(given.wallet === undefined ? {} : { wallet: given.wallet }),
    shown: { ...before.shown, ...given.shown },
    ...(before.brandResult === undefined ? {} : { brandResult: before.brandResult }),
    ...withLink({ ...before.link, ...given.link }),
    ...(Object.keys(series).length === 0 ? {} : { series }),
    ...(given.authentication === undefined ? {} : { authentication: given.authentication }),
  }
}

function withLink(link: NonNullable<RegistrationDetails['link']>) {
  return Object.keys(link).length === 0 ? {} : { link }
}
