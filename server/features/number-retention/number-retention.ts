import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import { detailsOf, type PaymentDetails, type PaymentExtension } from '../../payments/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type {
  Change,
  ChangeSet,
  ListPlace,
  PaymentRow,
  PaymentType,
  Store,
  TransactionPage,
} from '../../store/port.ts'

/** How many channels are remembered with the latest hour that has a timer. */
const MAX_REMEMBERED = 10_000

const OWNER = 'numberRetention'

/**
 * Has the sealed numbers of payments deleted (PCI DSS 3.2.1): at once when a stored payment fails, and
 * after its bookings by the timer of their hours. A registration keeps its number as long as it lives.
 */
export function numberRetentionExtension(store: Pick<Store, 'read'>): PaymentExtension {
  const hours = new TimedHours()

  const bookings: CommitParticipant = {
    owner: OWNER,
    opened: () => [],
    settled: (payment) => timerChanges(payment, hours),
  }
  const first = { participants: [bookings] }

  async function ofCreated(payment: PaymentRow, registrationId: string) {
    // The number of a registration that was there before is not the payment's own.
    const isShared = (await store.read.registration(registrationId)) !== undefined
    return isShared ? [] : [ofOwnNumber(payment, hours)]
  }

  return {
    withFirst: ({ sealed }) => (sealed === undefined ? undefined : first),

    participantsOf(payment, { registrationId, createsRegistration }) {
      if (payment.referencedId !== null) return [bookings]
      if (payment.vaultRecordId === null) return []
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
    settled: (payment) =>
      payment.state === 'failed' && vaultRecordId !== null
        ? [{ kind: 'wipeVaultRecord', id: vaultRecordId }]
        : timerChanges(payment, hours),
  }
}

function timerChanges(payment: PaymentRow, hours: TimedHours): ChangeSet {
  const isBooked = payment.state === 'succeeded' && !hours.has(payment)
  return isBooked ? [ensureTimerOf(hourOf(payment))] : []
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

interface DeletionParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<Pick<EntitySettings, 'numberRetentionDays'>>
}

/** How many payments are looked at together; their numbers are deleted in one commit. */
const PAGE = 100
const MAX_LOOKED_AT = 1000
/** Risk checks keep no number. */
const TYPES_WITH_NUMBERS: readonly PaymentType[] = ['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', '3D']
/** Of one page; a family that may be cut off by this is read alone. */
const MAX_ROWS_OF_FAMILIES = 2000

/**
 * Handles the timers of retention: deletes the numbers of an hour's payments whose time is over. What is
 * booked later is in another hour, whose timer looks at the family then. Safe to repeat.
 */
export function createNumberDeletion(parts: DeletionParts): TimerHandler {
  return async ({ subjectId }) => {
    const hour = hourOfSubject(subjectId)
    const { numberRetentionDays = KEPT_DAYS } = await parts.settingsOf(hour.entityId)
    const nowMs = parts.clock.of(hour.entityId)
    const bookedBeforeMs = nowMs - numberRetentionDays * DAY_MS
    if (hour.endMs > bookedBeforeMs) return { dueAtMs: nextLook(hour, nowMs, numberRetentionDays) }
    const isDone = await deleteNumbers(hour, bookedBeforeMs, parts.store)
    return isDone ? 'done' : { dueAtMs: nowMs + DAY_MS }
  }
}

/** Whether no payment of the hour has to be looked at again. */
async function deleteNumbers(
  hour: RetentionHour,
  bookedBeforeMs: number,
  store: Store,
): Promise<boolean> {
  let isDone = true
  let after: ListPlace | undefined
  do {
    const { transactions, end } = await pageOf(hour, after, store)
    const rows = transactions.flatMap((one) => (one.kind === 'payment' ? [one.row] : []))
    const wipes: Change[] = []
    for (const family of await familiesOf(rows, store)) {
      const lastMs = lastBookedMs(family)
      if (lastMs < bookedBeforeMs) wipes.push(...(await wipesOf(family, store)))
      else if (lastMs >= hour.endMs && isLastCreated(family, hour)) isDone = false
    }
    if (wipes.length > 0) await store.commit(wipes)
    after = end
  } while (after !== undefined)
  return isDone
}

function pageOf(
  { entityId, fromMs, endMs }: RetentionHour,
  after: ListPlace | undefined,
  { read }: Store,
): Promise<TransactionPage> {
  const times = { createdFromMs: fromMs, createdToMs: endMs - 1 }
  const part = { offset: 0, limit: PAGE, maxRows: MAX_LOOKED_AT, counts: false }
  return read.findTransactions(
    { entityIds: [entityId], ...times, paymentTypes: TYPES_WITH_NUMBERS },
    after === undefined ? part : { ...part, after },
  )
}

type Family = readonly PaymentRow[]

async function familiesOf(rows: Family, { read }: Store): Promise<readonly Family[]> {
  const ids = [...new Set(rows.map(({ familyId }) => familyId))]
  if (ids.length === 0) return []
  const all = await read.paymentsOfFamilies(ids)
  if (all.length >= MAX_ROWS_OF_FAMILIES)
    return Promise.all(ids.map((id) => read.paymentsOfFamily(id)))
  return ids.map((id) => all.filter(({ familyId }) => familyId === id))
}

/** When money of the family was last moved, or may have been: an unknown outcome counts. */
function lastBookedMs(family: Family): number {
  const times = family
    .filter(({ state }) => state !== 'failed')
    .map(({ bookedAtMs, createdAtMs }) => bookedAtMs ?? createdAtMs)
  return Math.max(0, ...times)
}

/** Whether no other hour looks at the family: it was booked later than it was created. */
function isLastCreated(family: Family, { endMs }: RetentionHour): boolean {
  return family.every(({ state, createdAtMs }) => state === 'failed' || createdAtMs < endMs)
}

/** Deletes the number of a family, unless a registration keeps it. */
async function wipesOf(family: Family, { read }: Store): Promise<readonly Change[]> {
  const first = family.find(({ id, familyId }) => id === familyId)
  const recordId = first?.vaultRecordId ?? null
  if (first === undefined || recordId === null) return []
  const { registrationId } = detailsOf(first)
  const registration = registrationId ? await read.registration(registrationId) : undefined
  const isKept = registration?.vaultRecordId === recordId
  return isKept ? [] : [{ kind: 'wipeVaultRecord', id: recordId }]
}

/** How long a payment keeps its number after its last booking, where its channel says nothing. */
const KEPT_DAYS = 180

/** The payments of a channel that were created within one hour of UTC, by the channel's clock. */
interface RetentionHour {
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
    dueAtMs: nextLook(hour, hour.fromMs, KEPT_DAYS),
    createdAtMs: hour.fromMs,
  }
}

/** A setting that was shortened meanwhile is obeyed after so many days. */
const LOOK_EVERY_DAYS = 7

/** When the numbers of an hour are looked at next: when their time is over, but at least once a week. */
function nextLook({ endMs }: RetentionHour, nowMs: number, keptDays: number): number {
  return Math.min(endMs + keptDays * DAY_MS, nowMs + LOOK_EVERY_DAYS * DAY_MS)
}

function numberedHour(entityId: string, hour: number): RetentionHour {
  return { entityId, fromMs: hour * HOUR_MS, endMs: (hour + 1) * HOUR_MS }
}
