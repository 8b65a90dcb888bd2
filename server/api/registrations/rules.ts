import type {
  Change,
  RegistrationRow,
  RegistrationStep,
  TimerRow,
} from '../../engine/store/port.ts'
import { endOfExpiry } from '../../wire/parameters/calendar.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'
import { expiryOfDetails, type RegistrationDetails, readRegistrationDetails } from './details.ts'

/** How long payment details are kept where an entity says nothing else, in months. */
export const LIFE_MONTHS = 14

/** How far from now `extendlife` moves the end (reference behaviour §8). */
const EXTENSION_MONTHS = 24

/** A use moves the end of what does not expire only when that makes a day or more. */
const MIN_RENEWAL_MS = 24 * 60 * 60 * 1000

/** A time this many months later; in a shorter month, its last day. */
export function monthsLater(atMs: number, months: number): number {
  const at = new Date(atMs)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + months)
  if (at.getUTCDate() !== day) at.setUTCDate(0)
  return at.getTime()
}

/** When a card, or a token with an expiry, is over everywhere; nothing for what does not expire. */
export function endOfCard(details: RegistrationDetails): number | undefined {
  const expiry = expiryOfDetails(details)
  return expiry && endOfExpiry(expiry)
}

/** When payment details end by themselves that are used at a time (reference behaviour §8). */
export function endOfLife(details: RegistrationDetails, usedAtMs: number, months: number): number {
  const expiryMs = endOfCard(details)
  // What has expired already is not kept from a past that may be long ago.
  return monthsLater(expiryMs === undefined ? usedAtMs : Math.max(expiryMs, usedAtMs), months)
}

/** What makes a registration. */
export interface NewRegistration {
  readonly id: string
  readonly entityId: string
  readonly paymentBrand: string
  readonly resultCode: string
  /** `null`: the payment details were refused, and nothing is sealed. */
  readonly sealed: { readonly vaultRecordId: string; readonly fingerprint: string | null } | null
  /** Whether its channel keeps the number once. */
  readonly deduplicated: boolean
  readonly paymentId: string | null
  /** Of a stand-alone one. */
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

/** Writes a registration down; one that can be paid with ends by itself one day. */
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

/** Why a registration cannot be paid with, extended or offered; nothing when it can. */
export function unusable(row: RegistrationRow, nowMs: number): Refusal | undefined {
  switch (row.state) {
    case 'failed':
      return refused
    case 'deleted':
      return gone
    case 'expired':
      // Its own end, not the time at which the timer came round.
      return expiredAt(row.expiresAtMs)
    case 'active':
      // Its timer may not have come round yet.
      return nowMs < row.expiresAtMs ? undefined : expiredAt(row.expiresAtMs)
  }
}

/** Why a registration cannot be deleted: what has failed or ended holds nothing to delete. */
export function undeletable(row: RegistrationRow): Refusal | undefined {
  return row.state === 'active' ? undefined : unusable(row, row.updatedAtMs)
}

/** No registration, or one that the caller may not use: the answer is the same for both. */
export const unknownRegistration: Refusal = refuse('100.150.200', {
  status: 404,
  description:
    'Registration unknown: mixed up test and live, or stored by another channel or gateway?',
})

const refused: Refusal = refuse('100.150.203', {
  description: 'Registration not valid: its payment details were refused when it was made',
})

const gone: Refusal = refuse('100.150.202')

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
 * Ends a registration: what was sealed goes in the same commit, and so does what tells of a person.
 * BIN and last four digits stay, for whoever reconciles.
 */
export function wipe(row: RegistrationRow, state: 'deleted' | 'expired', nowMs: number): Decided {
  const { account, card } = readRegistrationDetails(row.details)
  // A member without value is left out of the text.
  const left = { account, request: {}, card: card && { ...card, holder: undefined } }
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

/** Deletes a registration; it need not expire any more. */
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
 * Keeps a registration until 24 months from now, never shorter than before. Its timer stands: when
 * it comes due it finds the later end.
 */
export function extend(row: RegistrationRow, nowMs: number): Decided {
  const expiresAtMs = Math.max(row.expiresAtMs, monthsLater(nowMs, EXTENSION_MONTHS))
  return stepped(row, { expiresAtMs, updatedAtMs: nowMs })
}

/** The same number stored once more: the registration that is there, with what was given last. */
export function renew(
  row: RegistrationRow,
  given: RegistrationDetails,
  nowMs: number,
  lifeMonths: number,
): Decided {
  const details = renewed(readRegistrationDetails(row.details), given)
  const set = renewal(row, details, nowMs, lifeMonths)
  return set === undefined ? { changes: [], after: row } : steppedBy(row, set, nowMs)
}

/** The later end that a use gives to what does not expire; nothing when there is none. */
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

/** What a step of a registration that lives on changes. */
export interface Renewal {
  readonly details?: RegistrationDetails
  readonly expiresAtMs?: number
}

/** What new knowledge changes; nothing when it is not new and the end moves by less than a day. */
export function renewal(
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

/** A guarded step of a registration that lives on. */
export function steppedBy(
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
 * What a registration becomes when the same number is stored once more: the holder and expiry that
 * were given last, and all that the first time said and this one does not.
 */
export function renewed(
  before: RegistrationDetails,
  given: RegistrationDetails,
): RegistrationDetails {
  const card = given.card && before.card ? { ...before.card, ...given.card } : given.card
  return {
    account: before.account,
    request: { ...before.request, ...given.request },
    ...(card === undefined ? {} : { card }),
    ...(given.isDeviceNumber === true ? { isDeviceNumber: true } : {}),
    shown: { ...before.shown, ...given.shown },
    ...(before.brandResult === undefined ? {} : { brandResult: before.brandResult }),
    ...withLink({ ...before.link, ...given.link }),
  }
}

function withLink(link: NonNullable<RegistrationDetails['link']>) {
  return Object.keys(link).length === 0 ? {} : { link }
}
