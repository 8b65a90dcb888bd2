import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import type {
  CardSumProgressRow,
  Change,
  PaymentSum,
  PaymentSumChangeRow,
  PaymentSumProgressRow,
  PaymentSumRow,
  Store,
} from '../../server/store/port.ts'
import { cardSumsAgain, nextCardSums } from './card-sums.ts'
import { beginOf, eachOf } from './spans.ts'
import { type HoursOf, MAX_SUMMED, nextTime } from './summed-time.ts'

/**
 * An hour is summed so long after its end: a commit that was made in it has ended by then. All later ones say
 * that its sums have changed.
 */
const LATENESS_MS = 5 * 60_000
/** Changes of one hour that one commit takes into the sums; more are taken with the next one. */
const MAX_CHANGES = 1000

/** Writes the sums of channels. */
export interface ChannelSums {
  /** Sums the next hours of a channel, up to the end of a day; answers whether there are more. */
  sumNext(entityId: string, progress: PaymentSumProgressRow | undefined): Promise<boolean>
  /** The same of what is known of cards. */
  sumNextCards(entityId: string, progress: CardSumProgressRow | undefined): Promise<boolean>
  /** Sums an hour again, and its day if that is summed; answers whether something was written. */
  sumAgain(change: PaymentSumChangeRow): Promise<boolean>
}

interface SummingParts {
  readonly store: Store
  readonly clock: EntityClock
}

/**
 * Every commit of sums steps the progress of its channel, so that of two processes that sum the same channel
 * only one writes, and a day is always the sum of its hours.
 */
export function createChannelSums(parts: SummingParts): ChannelSums {
  return {
    sumNext: (entityId, progress) => sumNext(entityId, progress, parts),
    sumNextCards: (entityId, progress) => sumNextCards(entityId, progress, parts),
    sumAgain: (change) => sumAgain(change, parts.store),
  }
}

async function sumNext(
  entityId: string,
  progress: PaymentSumProgressRow | undefined,
  { store, clock }: SummingParts,
): Promise<boolean> {
  const closedMs = closedUntil(entityId, clock)
  const fromMs = progress?.untilMs ?? 0
  if (fromMs >= closedMs) return false
  const { toMs, rows } = await nextRows({ entityId, fromMs, toMs: closedMs }, store)
  // Where another process was faster, the next run goes on from where that one is.
  await store.commit([
    progress === undefined
      ? { kind: 'insertPaymentSumProgress', row: { id: entityId, untilMs: toMs, version: 1 } }
      : stepOf(progress, toMs),
    ...rows.map((row): Change => ({ kind: 'insertPaymentSum', row })),
  ])
  return toMs < closedMs
}

async function sumNextCards(
  entityId: string,
  progress: CardSumProgressRow | undefined,
  { store, clock }: SummingParts,
): Promise<boolean> {
  const closedMs = closedUntil(entityId, clock)
  const time = { entityId, fromMs: progress?.untilMs ?? 0, toMs: closedMs }
  const changes = await nextCardSums(time, progress, store)
  if (changes.length === 0) return false
  await store.commit(changes)
  return true
}

/** The end of the last hour that is over for certain. */
function closedUntil(entityId: string, clock: EntityClock): number {
  return beginOf(clock.of(entityId) - LATENESS_MS, HOUR_MS)
}

async function sumAgain({ entityId, spanMs }: PaymentSumChangeRow, store: Store): Promise<boolean> {
  const progress = await store.read.paymentSumProgress(entityId)
  if (progress === undefined || spanMs >= progress.untilMs) return false
  // Read before the payments: what is changed afterwards stays to be taken.
  const taken = await store.read.paymentSumChangesOf(entityId, spanMs, MAX_CHANGES)
  const dayMs = beginOf(spanMs, DAY_MS)
  const hour = { entityId, fromMs: spanMs, toMs: spanMs + HOUR_MS }
  const sums = await countedWithin(hour, store)
  const hours = sums.map((sum) => rowOf(entityId, 'hour', sum))
  const changes = changesOf(await store.read.paymentSumsOfSpan(entityId, 'hour', spanMs), hours)
  const isDaySummed = dayMs + DAY_MS <= progress.untilMs
  const ofDay = isDaySummed
    ? changesOf(
        await store.read.paymentSumsOfSpan(entityId, 'day', dayMs),
        await dayRows(dayMs, { ...hour, sums }, store),
      )
    : []
  const { applied } = await store.commit([
    stepOf(progress, progress.untilMs),
    ...changes,
    ...ofDay,
    ...(await cardSumsAgain(entityId, spanMs, store)),
    ...taken.map((row): Change => ({ kind: 'removePaymentSumChange', ...row })),
  ])
  return applied
}

async function countedWithin(
  { entityId, fromMs, toMs }: HoursOf,
  store: Store,
): Promise<readonly PaymentSum[]> {
  const query = { entityIds: [entityId], fromMs, toMs, stepMs: HOUR_MS, maxRows: MAX_SUMMED }
  const { sums, cutAtMs } = await store.read.paymentSums({ ...query, byAuthentication: true })
  if (cutAtMs === undefined || toMs - fromMs < 2) return sums
  const middleMs = fromMs + Math.floor((toMs - fromMs) / 2)
  return added([
    ...(await countedWithin({ entityId, fromMs, toMs: middleMs }, store)),
    ...(await countedWithin({ entityId, fromMs: middleMs, toMs }, store)),
  ])
}

interface SummedHours extends HoursOf {
  readonly sums: readonly PaymentSum[]
}

/** The rows of a day: of its hours as they are stored, but for those that are written with it. */
async function dayRows(
  dayMs: number,
  { entityId, fromMs, toMs, sums }: SummedHours,
  { read }: Store,
): Promise<readonly PaymentSumRow[]> {
  const hours = eachOf('hour', { fromMs: dayMs, toMs: dayMs + DAY_MS })
  const stored = await read.keptSums({ entityIds: [entityId], parts: hours })
  const others = stored.filter(({ spanMs }) => spanMs < fromMs || spanMs >= toMs)
  const ofDay = [...others, ...sums].map((sum) => ({ ...sum, spanMs: dayMs }))
  return added(ofDay).map((sum) => rowOf(entityId, 'day', sum))
}

/** The rows until the end of the first of these days. */
async function nextRows(
  hoursOf: HoursOf,
  store: Store,
): Promise<{ readonly toMs: number; readonly rows: readonly PaymentSumRow[] }> {
  const { toMs, isEmpty, dayMs } = await nextTime(hoursOf, store)
  if (isEmpty) return { toMs, rows: [] }
  const { entityId } = hoursOf
  const summed = { ...hoursOf, toMs }
  const sums = await countedWithin(summed, store)
  const hours = sums.map((sum) => rowOf(entityId, 'hour', sum))
  if (dayMs === undefined) return { toMs, rows: hours }
  return { toMs, rows: [...hours, ...(await dayRows(dayMs, { ...summed, sums }, store))] }
}

function stepOf({ id, version }: PaymentSumProgressRow, untilMs: number): Change {
  return { kind: 'stepPaymentSumProgress', id, expectedVersion: version, set: { untilMs } }
}

/** The row of a sum. */
function rowOf(entityId: string, span: PaymentSumRow['span'], sum: PaymentSum): PaymentSumRow {
  const { count: paymentCount, amountMinor: exactMinor, ...group } = sum
  // Declined payments of any amount are summed, too: a sum beyond it must not stop all others.
  const amountMinor = Math.min(exactMinor, Number.MAX_SAFE_INTEGER)
  return {
    id: idOf(entityId, span, sum),
    entityId,
    span,
    ...group,
    paymentCount,
    amountMinor,
    version: 1,
  }
}

function idOf(entityId: string, span: string, sum: PaymentSum): string {
  const { spanMs, paymentType, operation, state, resultCode } = sum
  const { paymentBrand, currency, authentication } = sum
  const alike = [paymentType, operation, state, resultCode, paymentBrand, currency, authentication]
  return [entityId, span, spanMs, ...alike].join(' ')
}

/** The changes that make the stored rows of a span say what its payments say now. */
function changesOf(
  stored: readonly PaymentSumRow[],
  now: readonly PaymentSumRow[],
): readonly Change[] {
  const before = new Map(stored.map((row) => [row.id, row]))
  const gone = stored.filter(({ id }) => !now.some((row) => row.id === id))
  return [
    ...now.flatMap((row) => changeOf(before.get(row.id), row)),
    ...gone.flatMap((row) => changeOf(row, { ...row, paymentCount: 0, amountMinor: 0 })),
  ]
}

function changeOf(before: PaymentSumRow | undefined, row: PaymentSumRow): readonly Change[] {
  if (before === undefined) return [{ kind: 'insertPaymentSum', row }]
  const { paymentCount, amountMinor } = row
  if (before.paymentCount === paymentCount && before.amountMinor === amountMinor) return []
  const set = { paymentCount, amountMinor }
  return [{ kind: 'stepPaymentSum', id: row.id, expectedVersion: before.version, set }]
}

/** Sums of the same kind and span as one. */
function added(sums: readonly PaymentSum[]): readonly PaymentSum[] {
  const all = new Map<string, PaymentSum>()
  for (const { count, amountMinor, ...group } of sums) {
    const key = JSON.stringify(Object.entries(group).sort())
    const before = all.get(key) ?? { count: 0, amountMinor: 0 }
    all.set(key, {
      ...group,
      count: before.count + count,
      amountMinor: before.amountMinor + amountMinor,
    })
  }
  return [...all.values()]
}
