import { DAY_MS } from '../../common/durations.ts'
import { listedEntities, listLimit, MAX_FAMILIES } from '../../server/store/list-limit.ts'
import type {
  EntityRow,
  KeyReads,
  PaymentRow,
  ScheduleRow,
  SightingSum,
  StoreReads,
  TimerRow,
} from '../../server/store/port.ts'
import type { TableDescription } from '../../server/store/tables/table.ts'
import { TABLES } from '../../server/store/tables/tables.ts'
import { accountReads } from './account-reads.ts'
import { customerReads } from './customer-reads.ts'
import { deliveryReads } from './delivery-reads.ts'
import { disputeReads } from './dispute-reads.ts'
import { findTransactions } from './find-transactions.ts'
import { mailReads } from './mail-reads.ts'
import {
  cardSums,
  keptCardSums,
  keptSums,
  nextPaymentSumChange,
  oldestPaymentSumChange,
  paymentSumChangesOf,
  paymentSums,
} from './payment-sums.ts'
import { peopleReads } from './people-reads.ts'
import { refusedRequestReads } from './refused-request-reads.ts'
import { settlementReads } from './settlement-reads.ts'
import type { Tables } from './tables.ts'

/** The port's reads over memory tables; rejects once `assertOpen` throws. */
export function createReads(tables: Tables, assertOpen: () => void): StoreReads {
  /** The state between two turns of the event loop: no reader may see a half applied change set. */
  async function open(): Promise<Tables> {
    assertOpen()
    return tables
  }
  return {
    ...vaultReads(open),
    ...accountReads(open),
    ...customerReads(open),
    ...deliveryReads(open),
    ...disputeReads(open),
    ...operationRequestReads(open),
    ...entityReads(open),
    ...paymentSumReads(open),
    ...registrationReads(open),
    ...settlementReads(open),
    ...peopleReads(open),
    ...mailReads(open),
    ...refusedRequestReads(open),
    newestPayment: async () => newestPayment(await open()),
    events: async (paymentId) =>
      (await open()).events
        .filter((event) => event.paymentId === paymentId)
        .sort((one, other) => one.sequence - other.sequence),
    postingsOfFamily: async (familyId) =>
      (await open()).postings.filter((posting) => posting.familyId === familyId),
    paymentsOfFamily: async (familyId) => paymentsOfFamily(await open(), familyId),
    paymentsOfFamilies: async (familyIds) => paymentsOfFamilies(await open(), familyIds),
    ...lateBookingReads(open),
    ...quotaReads(open),
    ...keyReads(open),
    findTransactions: async (query, part) => findTransactions(await open(), query, part),
    checkoutsOfEntities: async (entityIds, beforeMs, beforeId, limit) =>
      (await open()).checkouts
        .filter(({ entityId }) => listedEntities(entityIds).includes(entityId))
        .filter(
          ({ createdAtMs, id }) =>
            createdAtMs < beforeMs || (createdAtMs === beforeMs && id < beforeId),
        )
        .sort((one, other) => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1))
        .slice(0, listLimit(limit)),
    blocksOfEntities: async (entityIds, beforeId, limit) =>
      (await open()).blocks
        .filter((row) => listedEntities(entityIds).includes(row.entityId) && row.id < beforeId)
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, listLimit(limit)),
    nextPaymentOf: async (entityId, fromMs) =>
      (await open()).payments
        .filter((row) => row.entityId === entityId && row.createdAtMs >= fromMs)
        .sort(
          (one, other) => one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1),
        )[0],
    sightings: async (...wanted) => sumOfSightings(await open(), ...wanted),
    dueTimers: async (nowMs, limit) =>
      (await open()).timers
        .filter((timer) => timer.dueAtMs <= nowMs)
        .sort(longestDueFirst)
        .slice(0, listLimit(limit)),
    dueTimersOf: async (entityIds, nowMs, limit) => {
      const owners = new Set<string | null>(listedEntities(entityIds))
      return (await open()).timers
        .filter((timer) => timer.dueAtMs <= nowMs && owners.has(timer.entityId))
        .sort(longestDueFirst)
        .slice(0, listLimit(limit))
    },
    expiredIdempotency: async (nowMs, limit) =>
      (await open()).idempotency
        .filter((row) => row.expiresAtMs <= nowMs)
        .sort((one, other) => one.expiresAtMs - other.expiresAtMs)
        .slice(0, listLimit(limit)),
  }
}

function quotaReads(
  open: () => Promise<Tables>,
): Pick<StoreReads, 'expiredQuotas' | 'quotasBetween'> {
  return {
    expiredQuotas: async (nowMs, limit) =>
      (await open()).quotas
        .filter((row) => row.expiresAtMs <= nowMs)
        .sort((one, other) => one.expiresAtMs - other.expiresAtMs)
        .slice(0, listLimit(limit)),
    quotasBetween: async (first, end, limit) =>
      (await open()).quotas
        .filter(({ key }) => first <= key && key < end)
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .slice(0, listLimit(limit)),
  }
}

function vaultReads(
  open: () => Promise<Tables>,
): Pick<StoreReads, 'vaultKeys' | 'numberKeys' | 'vaultRecordsAfter'> {
  return {
    vaultKeys: async () =>
      (await open()).vaultKeys.filter(() => true).sort(oldestFirst((key) => key.id)),
    numberKeys: async () =>
      (await open()).numberKeys
        .filter(() => true)
        .sort((one, other) => one.periodFromMs - other.periodFromMs || byId(one, other)),
    vaultRecordsAfter: async (id, limit) =>
      (await open()).vaultRecords
        .filter((record) => record.id > id)
        .sort(byId)
        .slice(0, listLimit(limit)),
  }
}

function lateBookingReads(
  open: () => Promise<Tables>,
): Pick<StoreReads, 'paymentsBookedLater' | 'paymentsFailedLater'> {
  const inOrder =
    (timeOf: (row: PaymentRow) => number | null): StoreReads['paymentsBookedLater'] =>
    async (entityId, afterMs, afterId, beforeMs, limit) =>
      (await open()).payments
        .filter((row) => row.entityId === entityId && timeOf(row) !== null)
        .map((row) => ({ row, atMs: timeOf(row) ?? 0 }))
        .filter(({ row, atMs }) => atMs > afterMs || (atMs === afterMs && row.id > afterId))
        .filter(({ atMs }) => atMs < beforeMs)
        .sort((one, other) => one.atMs - other.atMs || (one.row.id < other.row.id ? -1 : 1))
        .slice(0, listLimit(limit))
        .map(({ row }) => row)
  return {
    paymentsBookedLater: inOrder((row) => (isBookedOnLaterDay(row) ? row.bookedAtMs : null)),
    paymentsFailedLater: inOrder(({ failedLaterAtMs }) => failedLaterAtMs),
  }
}

function isBookedOnLaterDay({ bookedAtMs, createdAtMs }: PaymentRow): boolean {
  return Math.floor((bookedAtMs ?? 0) / DAY_MS) > Math.floor(createdAtMs / DAY_MS)
}

function newestPayment({ payments }: Tables): Pick<PaymentRow, 'id'> | undefined {
  const ids = payments.filter(() => true).map(({ id }) => id)
  const id = ids.sort().at(-1)
  return id === undefined ? undefined : { id }
}

/** What people have asked for. */
function operationRequestReads(open: () => Promise<Tables>) {
  return {
    operationRequestsOfFamily: async (familyId) =>
      (await open()).operationRequests
        .filter((row) => row.familyId === familyId)
        .sort((one, other) => one.ordinal - other.ordinal)
        .slice(0, 1000),
    waitingOperationRequests: async (entityIds, afterId, limit) =>
      (await open()).operationRequests
        .filter((row) => listedEntities(entityIds).includes(row.entityId) && row.id > afterId)
        .filter(({ state }) => state === 'waiting')
        .sort(byId)
        .slice(0, listLimit(limit)),
  } satisfies Partial<StoreReads>
}

/** Entities and their tokens. */
function entityReads(open: () => Promise<Tables>) {
  return {
    entityPath: async (id) => pathOf(await open(), id),
    rootEntities: async () => children(await open(), null).slice(0, 100),
    childEntities: async (parentId) => children(await open(), parentId).slice(0, 1000),
    tokensOfEntity: async (entityId) =>
      (await open()).tokens
        .filter((token) => token.entityId === entityId)
        .sort(oldestFirst((token) => token.hash))
        .slice(0, 100),
    tokensEndingBetween: async (afterMs, untilMs) =>
      (await open()).tokens
        .filter(({ expiresAtMs }) => (expiresAtMs ?? 0) > afterMs && (expiresAtMs ?? 0) <= untilMs)
        .sort(
          (one, other) =>
            (one.expiresAtMs ?? 0) - (other.expiresAtMs ?? 0) || (one.hash < other.hash ? -1 : 1),
        )
        .slice(0, 1000),
    channelsAfter: async (id, limit) =>
      (await open()).entities
        .filter((row) => row.kind === 'channel' && row.id > id)
        .sort(byId)
        .slice(0, listLimit(limit)),
  } satisfies Partial<StoreReads>
}

/** Sums of payments, and what of them has to be made anew. */
function paymentSumReads(open: () => Promise<Tables>) {
  return {
    paymentSums: async (query) => paymentSums(await open(), query),
    keptSums: async (query) => keptSums(await open(), query),
    cardSums: async (query) => cardSums(await open(), query),
    keptCardSums: async (query) => keptCardSums(await open(), query),
    cardSumsOfSpan: async (entityId, span, spanMs) =>
      (await open()).cardSums.filter(
        (row) => row.entityId === entityId && row.span === span && row.spanMs === spanMs,
      ),
    cardSumProgressOf: async (entityIds) =>
      (await open()).cardSumProgress.filter(({ id }) => listedEntities(entityIds).includes(id)),
    nextPaymentSumChange: async (...place) => nextPaymentSumChange(await open(), ...place),
    paymentSumChangesOf: async (...wanted) => paymentSumChangesOf(await open(), ...wanted),
    oldestPaymentSumChange: async (...wanted) => oldestPaymentSumChange(await open(), ...wanted),
    paymentSumsOfSpan: async (entityId, span, spanMs) =>
      (await open()).paymentSums.filter(
        (row) => row.entityId === entityId && row.span === span && row.spanMs === spanMs,
      ),
    paymentSumProgressOf: async (entityIds) =>
      (await open()).paymentSumProgress.filter(({ id }) => listedEntities(entityIds).includes(id)),
  } satisfies Partial<StoreReads>
}

/** Registrations and the schedules that charge them. */
function registrationReads(open: () => Promise<Tables>) {
  return {
    registrationOf: async (entityId, fingerprint, paymentBrand) =>
      (await open()).registrations
        .filter((row) => row.entityId === entityId && row.fingerprint === fingerprint)
        .filter((row) => row.state === 'active' && row.paymentBrand === paymentBrand)
        .sort(oldestFirst((row) => row.id))
        .at(-1),
    schedulesOf: async (registrationId, afterId, limit) =>
      (await open()).schedules
        .filter((row) => row.registrationId === registrationId && row.id > afterId)
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, listLimit(limit)),
    currentSchedule: async (chainId) =>
      (await open()).schedules.filter((row) => row.chainId === chainId && isCurrent(row))[0],
    currentSchedulesOf: async (registrationId, limit) =>
      (await open()).schedules
        .filter((row) => row.registrationId === registrationId && isCurrent(row))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, listLimit(limit)),
  } satisfies Partial<StoreReads>
}

function keyReads(open: () => Promise<Tables>): KeyReads {
  const reads = Object.entries<TableDescription>(TABLES).flatMap(([name, { read, key }]) => {
    if (read === undefined) return []
    const answer = async (...values: string[]) => {
      const table = (await open())[name as keyof Tables]
      return table.get(...values.slice(0, key.length))
    }
    return [[read, answer]]
  })
  return Object.fromEntries(reads) as KeyReads
}

function paymentsOfFamily(tables: Tables, familyId: string): PaymentRow[] {
  return tables.payments
    .filter((payment) => payment.familyId === familyId)
    .sort(oldestFirst((payment) => payment.id))
    .slice(0, 1000)
}

function paymentsOfFamilies(tables: Tables, familyIds: readonly string[]): PaymentRow[] {
  const families = [...new Set(listedEntities(familyIds))]
  return families.flatMap((id) => paymentsOfFamily(tables, id)).slice(0, MAX_FAMILIES)
}

function children(tables: Tables, parentId: string | null): EntityRow[] {
  return tables.entities
    .filter((entity) => entity.parentId === parentId)
    .sort(oldestFirst((entity) => entity.id))
}

function sumOfSightings(
  tables: Tables,
  entityId: string,
  subject: string,
  sinceMs: number,
  currency: string,
): SightingSum {
  const seen = tables.sightings.filter(
    (row) => row.entityId === entityId && row.subject === subject && row.atMs >= sinceMs,
  )
  const amounts = seen.filter((row) => row.currency === currency).map((row) => row.amountMinor)
  return { count: seen.length, amountMinor: amounts.reduce((sum, amount) => sum + amount, 0) }
}

function pathOf(tables: Tables, id: string): EntityRow[] {
  const path: EntityRow[] = []
  let next: string | null = id
  while (next !== null && path.length < 4) {
    const entity: EntityRow | undefined = tables.entities.get(next)
    if (entity === undefined) break
    path.push(entity)
    next = entity.parentId
  }
  return path
}

function isCurrent({ state }: ScheduleRow): boolean {
  return state === 'active' || state === 'paused'
}

function longestDueFirst(one: TimerRow, other: TimerRow): number {
  if (one.dueAtMs !== other.dueAtMs) return one.dueAtMs - other.dueAtMs
  if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1
  return one.subjectId < other.subjectId ? -1 : 1
}

function oldestFirst<Row extends { readonly createdAtMs: number }>(keyOf: (row: Row) => string) {
  return (one: Row, other: Row): number =>
    one.createdAtMs - other.createdAtMs || (keyOf(one) < keyOf(other) ? -1 : 1)
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1
}
