import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import { type Clock, sharedClock } from '../../server/kernel/timers/clock.ts'
import type { Change, Store } from '../../server/store/port.ts'
import { beginOf, eachOf } from './spans.ts'
import { createSumWork, type SumParts } from './sum-work.ts'

/** The longest time whose sums one command makes anew. */
export const MAX_REBUILT_MS = 367 * DAY_MS
/** The time whose stored sums one read looks at. */
const READ_AT_ONCE_MS = 31 * DAY_MS
/** Hours that one commit marks. */
const MARKED_AT_ONCE = 500

/** Whose sums are made anew, of which time. */
export interface Rebuilt {
  readonly entityIds: readonly string[]
  readonly fromMs: number
  readonly toMs: number
}

interface RebuildParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: SumParts['log']
}

/**
 * Makes the sums of a time anew from its payments, whatever they are now; answers how many hours that were.
 * Where the command ends early, a gateway goes on.
 */
export async function rebuildSums(
  { entityIds, fromMs, toMs }: Rebuilt,
  { store, clock, log }: RebuildParts,
): Promise<number> {
  const work = createSumWork({ store, clock: sharedClock(clock), log })
  let hours = 0
  for (const entityId of entityIds) {
    const progress = await store.read.paymentSumProgress(entityId)
    const summed = { entityId, fromMs, toMs: Math.min(toMs, progress?.untilMs ?? 0) }
    const marked = [...(await hoursWithSums(summed, store)), ...(await hoursPaidIn(summed, store))]
    const spans = [...new Set(marked)]
    await mark(entityId, spans, { store, clock })
    hours += spans.length
  }
  // Changes that gateways write meanwhile are taken, too: without end where they were waited for.
  for (let turns = 0; turns <= MAX_REBUILT_MS / DAY_MS; ) {
    const { isOver, hasWritten } = await work.sumChanged()
    if (isOver && !hasWritten) break
    if (isOver) turns += 1
  }
  return hours
}

interface TimeOf {
  readonly entityId: string
  readonly fromMs: number
  readonly toMs: number
}

/** Hours that have sums, and the first one of each day that has. */
async function hoursWithSums({ entityId, ...time }: TimeOf, store: Store): Promise<number[]> {
  const found: number[] = []
  for (let fromMs = time.fromMs; fromMs < time.toMs; fromMs += READ_AT_ONCE_MS) {
    const part = { fromMs, toMs: Math.min(fromMs + READ_AT_ONCE_MS, time.toMs) }
    for (const span of ['hour', 'day'] as const) {
      const query = { entityIds: [entityId], parts: eachOf(span, part) }
      const sums = await store.read.keptSums(query)
      const cards = await store.read.keptCardSums(query)
      found.push(...[...sums, ...cards].map(({ spanMs }) => spanMs))
    }
  }
  return found
}

async function hoursPaidIn({ entityId, fromMs, toMs }: TimeOf, store: Store): Promise<number[]> {
  const found: number[] = []
  for (let atMs = fromMs; atMs < toMs; ) {
    const next = await store.read.nextPaymentOf(entityId, atMs)
    if (next === undefined || next.createdAtMs >= toMs) break
    const hourMs = beginOf(next.createdAtMs, HOUR_MS)
    found.push(hourMs)
    atMs = hourMs + HOUR_MS
  }
  return found
}

async function mark(
  entityId: string,
  spans: readonly number[],
  { store, clock }: Pick<RebuildParts, 'store' | 'clock'>,
): Promise<void> {
  const marks = spans.map((spanMs): Change => {
    const row = { entityId, spanMs, id: newObjectId(clock.now()) }
    return { kind: 'insertPaymentSumChange', row }
  })
  for (let at = 0; at < marks.length; at += MARKED_AT_ONCE) {
    await store.commit(marks.slice(at, at + MARKED_AT_ONCE))
  }
}
