import type { EntitySettings } from '../../entities/settings.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import { detailsOf } from '../../payments/index.ts'
import type {
  Change,
  ListPlace,
  PaymentRow,
  PaymentType,
  Store,
  TransactionPage,
} from '../../store/port.ts'
import {
  DAY_MS,
  hourOfSubject,
  KEPT_DAYS,
  nextLook,
  type RetentionHour,
} from './retention-hours.ts'

export interface DeletionParts {
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
