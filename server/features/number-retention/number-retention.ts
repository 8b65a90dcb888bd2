import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import { detailsOf, type PaymentDetails } from '../../payments/index.ts'
import type { PaymentExtension } from '../../payments/screen/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type {
  Change,
  ChangeSet,
  ListPlace,
  PaymentRow,
  Store,
  TransactionPage,
} from '../../store/port.ts'

/** How many channels are remembered with the latest hour that has a timer. */
const MAX_REMEMBERED = 10_000

const OWNER = 'numberRetention'

/**
 * Has the sealed numbers of payments deleted (PCI DSS 3.2.1): at once when a stored payment fails, and
 * after the last booking of its family by the timer of the hour in which the number was stored. That timer
 * ends when none of its numbers is left, so no later booking, of whatever kind, has to know of it. A
 * registration keeps its number as long as it lives.
 */
export function numberRetentionExtension(store: Pick<Store, 'read'>): PaymentExtension {
  const hours = new TimedHours()
  const stored: CommitParticipant = {
    owner: OWNER,
    opened: (payment) => timerChanges(payment, hours),
    recorded: (payment) => timerChanges(payment, hours),
  }
  const first = { participants: [stored] }

  async function ofCreated(payment: PaymentRow, registrationId: string) {
    // The number of a registration that was there before is not the payment's own.
    const isShared = (await store.read.registration(registrationId)) !== undefined
    return isShared ? [] : [ofOwnNumber(payment, hours)]
  }

  return {
    concernedByFirst: { has: ['sealed'] },
    concernedByStored: { columns: ['vaultRecordId'] },
    withFirst: ({ sealed }) => (sealed === undefined ? undefined : first),
    participantsOf(payment, { registrationId, createsRegistration }) {
      if (payment.referencedId !== null || payment.vaultRecordId === null) return []
      if (registrationId === undefined) return [ofOwnNumber(payment, hours)]
      return createsRegistration === true ? ofCreated(payment, registrationId) : []
    },
    afterSuccess(payment: PaymentRow, { registrationId }: PaymentDetails) {
      if (payment.vaultRecordId !== null && registrationId === undefined) hours.add(payment)
      return undefined
    },
  }
}

/** A stored payment whose number was sealed for it alone. */
function ofOwnNumber({ vaultRecordId }: PaymentRow, hours: TimedHours): CommitParticipant {
  return {
    owner: OWNER,
    opened: () => [],
    recorded: (payment) =>
      payment.state === 'failed' && vaultRecordId !== null
        ? [{ kind: 'wipeVaultRecord', id: vaultRecordId }]
        : timerChanges(payment, hours),
  }
}

/** What a payment that has not failed writes: whether it is ever booked or not, its number gets its end. */
function timerChanges(payment: PaymentRow, hours: TimedHours): ChangeSet {
  const isTimed = payment.state === 'failed' || hours.has(payment)
  return isTimed ? [] : [ensureTimerOf(hourOf(payment))]
}

/** The latest hour of each channel that is known to have its timer. */
class TimedHours {
  readonly #latest = new Map<string, number>()

  has(payment: HourOwner): boolean {
    return this.#latest.get(payment.entityId) === hourOf(payment).fromMs
  }

  add(payment: HourOwner): void {
    if (this.#latest.size >= MAX_REMEMBERED) this.#latest.clear()
    this.#latest.set(payment.entityId, hourOf(payment).fromMs)
  }
}

export interface DeletionParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<Pick<EntitySettings, 'numberRetentionDays'>>
}

/** How many payments are looked at together; their numbers are deleted in one commit. */
const PAGE = 100

const MAX_LOOKED_AT = 1000

/** Of one page; a family that may be cut off by this is read alone. */
const MAX_ROWS_OF_FAMILIES = 2000

/** What is left of an hour after a look. */
export interface LookedAt {
  /** How many numbers were deleted. */
  readonly deleted: number
  /** When a family that keeps its number was booked last, of several the earliest; `undefined`: there is none. */
  readonly keptSinceMs: number | undefined
}

/**
 * Handles the timers of retention: deletes the numbers that were stored in an hour and whose time is over.
 * The hour is looked at again until none of its numbers is left. Safe to repeat.
 */
export function createNumberDeletion(parts: DeletionParts): TimerHandler {
  return async ({ subjectId }) => {
    const hour = hourOfSubject(subjectId)
    const { nowMs, keptDays } = await timesOf(hour, parts)
    const next = (sinceMs: number) => ({ dueAtMs: nextLook(sinceMs, nowMs, keptDays) })
    if (hour.endMs > nowMs - keptDays * DAY_MS) return next(hour.endMs)
    const { keptSinceMs } = await deleteNumbersNow(hour, parts)
    return keptSinceMs === undefined ? 'done' : next(keptSinceMs)
  }
}

/** Deletes the numbers of an hour whose time is over now. Rejects with the store. */
export async function deleteNumbersNow(
  hour: RetentionHour,
  parts: DeletionParts,
): Promise<LookedAt> {
  const { nowMs, keptDays } = await timesOf(hour, parts)
  return deleteNumbersOf(hour, nowMs - keptDays * DAY_MS, parts.store)
}

async function timesOf({ entityId }: RetentionHour, { clock, settingsOf }: DeletionParts) {
  const { numberRetentionDays: keptDays = KEPT_DAYS } = await settingsOf(entityId)
  return { nowMs: clock.of(entityId), keptDays }
}

/** Deletes the numbers of an hour whose family was booked last at this time or before. */
async function deleteNumbersOf(
  hour: RetentionHour,
  bookedUntilMs: number,
  store: Store,
): Promise<LookedAt> {
  let deleted = 0
  let keptSinceMs: number | undefined
  let after: ListPlace | undefined
  do {
    const { transactions, end } = await pageOf(hour, after, store)
    const rows = transactions.flatMap((one) => (one.kind === 'payment' ? [one.row] : []))
    const wipes: Change[] = []
    for (const family of await familiesOf(rows, store)) {
      const recordId = await ownRecordOf(family, store)
      if (recordId === undefined) continue
      const lastMs = await lastBookedMs(family, store)
      if (lastMs <= bookedUntilMs) wipes.push({ kind: 'wipeVaultRecord', id: recordId })
      else keptSinceMs = Math.min(lastMs, keptSinceMs ?? lastMs)
    }
    if (wipes.length > 0) await store.commit(wipes)
    deleted += wipes.length
    after = end
  } while (after !== undefined)
  return { deleted, keptSinceMs }
}

function pageOf(
  { entityId, fromMs, endMs }: RetentionHour,
  after: ListPlace | undefined,
  { read }: Store,
): Promise<TransactionPage> {
  const times = { createdFromMs: fromMs, createdToMs: endMs - 1 }
  const part = { offset: 0, limit: PAGE, maxRows: MAX_LOOKED_AT, counts: false }
  return read.findTransactions(
    { entityIds: [entityId], ...times },
    after === undefined ? part : { ...part, after },
  )
}

type Family = readonly PaymentRow[]

/** The families that begin with one of these payments. */
async function familiesOf(rows: Family, { read }: Store): Promise<readonly Family[]> {
  const ids = rows.flatMap(({ id, familyId, vaultRecordId }) =>
    id === familyId && vaultRecordId !== null ? [id] : [],
  )
  if (ids.length === 0) return []
  const all = await read.paymentsOfFamilies(ids)
  if (all.length >= MAX_ROWS_OF_FAMILIES)
    return Promise.all(ids.map((id) => read.paymentsOfFamily(id)))
  return ids.map((id) => all.filter(({ familyId }) => familyId === id))
}

/**
 * When money of the family was last moved, or may have been: an unknown outcome counts. What a feature books
 * without a payment of its own has postings.
 */
async function lastBookedMs(family: Family, { read }: Store): Promise<number> {
  const times = await Promise.all(
    family.filter(({ state }) => state !== 'failed').map((payment) => keptSinceMs(payment, read)),
  )
  const familyId = family[0]?.familyId
  const postings = familyId === undefined ? [] : await read.postingsOfFamily(familyId)
  return postings.reduce((last, { atMs }) => Math.max(last, atMs), Math.max(0, ...times))
}

/**
 * What waits for its shopper, a bank or an authentication may still need the number: its time has not begun. Of a
 * payment that nobody asks for any more, because a person has to look at it, it begins when the asking ended.
 */
async function keptSinceMs(
  { id, state, bookedAtMs, createdAtMs, updatedAtMs }: PaymentRow,
  read: Store['read'],
): Promise<number> {
  if (state === 'authenticating') return Infinity
  if (state === 'taken') return updatedAtMs
  if (state !== 'pending') return bookedAtMs ?? createdAtMs
  const last = (await read.events(id)).at(-1)
  return last?.kind === 'review' ? updatedAtMs : Infinity
}

/** The record that still has the number of a family; `undefined`: it is gone, or a registration keeps it. */
async function ownRecordOf(family: Family, { read }: Store): Promise<string | undefined> {
  const first = family.find(({ id, familyId }) => id === familyId)
  const recordId = first?.vaultRecordId ?? null
  if (first === undefined || recordId === null) return undefined
  const record = await read.vaultRecord(recordId)
  if (record === undefined || record.sealed === '') return undefined
  const { registrationId } = detailsOf(first)
  const registration = registrationId ? await read.registration(registrationId) : undefined
  return registration?.vaultRecordId === recordId ? undefined : recordId
}

/** How long a payment keeps its number after its last booking, where its channel says nothing. */
const KEPT_DAYS = 180

/** The payments of a channel that were created within one hour of UTC, by the channel's clock. */
export interface RetentionHour {
  readonly entityId: string
  readonly fromMs: number
  /** The next hour begins here. */
  readonly endMs: number
}

/** The hour of a payment. */
export function hourOf({ entityId, createdAtMs }: HourOwner): RetentionHour {
  return numberedHour(entityId, Math.floor(createdAtMs / HOUR_MS))
}

type HourOwner = Pick<PaymentRow, 'entityId' | 'createdAtMs'>

/** Names the hour as the subject of a timer: channel and number of the hour since 1970. */
function subjectOf({ entityId, fromMs }: RetentionHour): string {
  return `${entityId}.${fromMs / HOUR_MS}`
}

/** Throws for a text that `subjectOf` has not made. */
function hourOfSubject(subjectId: string): RetentionHour {
  const [, entityId, hour] = /^(.+)\.(\d+)$/.exec(subjectId) ?? []
  if (entityId === undefined) throw new Error(`No hour of a channel: ${subjectId}`)
  return numberedHour(entityId, Number(hour))
}

/**
 * Has the numbers of an hour looked at when the default time is over: one timer for all its payments,
 * so that a payment costs no timer of its own.
 */
export function ensureTimerOf(hour: RetentionHour): Change {
  return {
    kind: 'ensureTimer',
    timer: 'numberRetention',
    subjectId: subjectOf(hour),
    entityId: hour.entityId,
    dueAtMs: nextLook(hour.endMs, hour.fromMs, KEPT_DAYS),
    createdAtMs: hour.fromMs,
  }
}

/** A setting that was shortened meanwhile is obeyed after so many days. */
const LOOK_EVERY_DAYS = 7

/** The next look at numbers that were booked at this time: when their time is over, but at least once a week. */
function nextLook(sinceMs: number, nowMs: number, keptDays: number): number {
  return Math.min(sinceMs + keptDays * DAY_MS, nowMs + LOOK_EVERY_DAYS * DAY_MS)
}

/** The hour of a channel with this number, counted from 1970. */
export function numberedHour(entityId: string, hour: number): RetentionHour {
  return { entityId, fromMs: hour * HOUR_MS, endMs: (hour + 1) * HOUR_MS }
}
