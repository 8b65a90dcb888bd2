import { channelsBelow } from '../../entities/channels-below.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Core } from '../../payments/index.ts'
import type { Change, ChangeSet, PaymentSum, PaymentSumRow, Store } from '../../store/port.ts'
import { beginOf, DAY_MS, HOUR_MS } from './spans.ts'
import { changesOf, rowOf } from './sum-rows.ts'

/** An hour is summed so long after its end: a payment may be made in it and be written later. */
const LATENESS_MS = 5 * 60_000
/** Payments that one read sums; a time with more is divided. */
const MAX_SUMMED = 100_000
/** Spans that one run goes on with, so that each run is short. */
const MAX_SPANS = 50
/** Payments with a late change that are remembered until the next run. */
const MAX_CHANGED = 10_000
/** Hours with payments that may still change, of which one run looks at the newest. */
const MAX_OPEN = 1000
/** An hour with open payments is summed again when a part of its age has gone by. */
const PART_OF_AGE = 24

export interface SumParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: Pick<Core['log'], 'error'>
}

/** Keeps `payment_sum` by repeated work; no payment waits for it. */
export interface SumWork {
  /** For every commit: remembers payments that change after their hour. */
  afterCommit(changes: ChangeSet): void
  /** Sums what is over and what has changed; resolves to whether there may be more at once. */
  run(): Promise<boolean>
}

/** Some hours, or some days. */
interface SpanTime {
  readonly fromMs: number
  readonly toMs: number
  readonly span: PaymentSumRow['span']
}

const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS } as const

interface Span {
  readonly entityId: string
  readonly spanMs: number
}

export function createSumWork({ store, clock, log }: SumParts): SumWork {
  const changed = new Set<string>()
  /** Hours that could not be summed again in an earlier run. */
  const left = new Map<string, Span>()
  /** When an hour with open payments was summed last, by this process. */
  const lookedAt = new Map<string, number>()
  /** Until when channels are summed, as this process knows: most have nothing to do. */
  const doneUntil = new Map<string, number>()

  async function sumsWithin(
    entityId: string,
    { fromMs, toMs, stepMs }: { fromMs: number; toMs: number; stepMs: number },
  ): Promise<readonly PaymentSum[]> {
    const query = { entityIds: [entityId], fromMs, toMs, stepMs, maxRows: MAX_SUMMED }
    const { sums, cutAtMs } = await store.read.paymentSums({ ...query, byAuthentication: true })
    if (cutAtMs === undefined || toMs - fromMs < 2) return sums
    const middleMs = fromMs + Math.floor((toMs - fromMs) / 2)
    const halves = await Promise.all([
      sumsWithin(entityId, { fromMs, toMs: middleMs, stepMs }),
      sumsWithin(entityId, { fromMs: middleMs, toMs, stepMs }),
    ])
    return added(halves.flat())
  }

  /** The rows of one channel for spans of one length, from what their payments are now. */
  async function rowsWithin(
    entityId: string,
    { span, ...time }: SpanTime,
  ): Promise<readonly PaymentSumRow[]> {
    const sums = await sumsWithin(entityId, { ...time, stepMs: LENGTH_MS[span] })
    return sums.map((sum) => rowOf(entityId, span, sum))
  }

  /** The changes for one span that is summed already. What is stored is read first: it may become older meanwhile, not newer. */
  async function changesAgain(entityId: string, time: SpanTime): Promise<readonly Change[]> {
    const stored = await store.read.paymentSumsOfSpan(entityId, time.span, time.fromMs)
    return changesOf(stored, await rowsWithin(entityId, time))
  }

  /** Sums the next hours of a channel, up to the end of a day; answers whether there are more. */
  async function sumNext(entityId: string): Promise<boolean> {
    const closedMs = beginOf(clock.of(entityId) - LATENESS_MS, HOUR_MS)
    if ((doneUntil.get(entityId) ?? -1) >= closedMs) return false
    const progress = await store.read.paymentSumProgress(entityId)
    if (progress !== undefined) doneUntil.set(entityId, progress.untilMs)
    const fromMs = progress?.untilMs ?? 0
    if (fromMs >= closedMs) return false
    const { toMs, rows } = await nextRows(entityId, fromMs, closedMs)
    // Where another process was faster, the next run goes on from where that one is.
    await store.commit([
      ...rows.map((row): Change => ({ kind: 'insertPaymentSum', row })),
      progress === undefined
        ? { kind: 'insertPaymentSumProgress', row: { id: entityId, untilMs: toMs, version: 1 } }
        : {
            kind: 'stepPaymentSumProgress',
            id: entityId,
            expectedVersion: progress.version,
            set: { untilMs: toMs },
          },
    ])
    return toMs < closedMs
  }

  /** The rows until the end of the day of `fromMs`; days without a payment are passed at once. */
  async function nextRows(
    entityId: string,
    fromMs: number,
    closedMs: number,
  ): Promise<{ readonly toMs: number; readonly rows: readonly PaymentSumRow[] }> {
    const dayMs = beginOf(fromMs, DAY_MS)
    if (fromMs === dayMs) {
      const next = await store.read.nextPaymentOf(entityId, fromMs)
      const nextDayMs = next === undefined ? closedMs : beginOf(next.createdAtMs, DAY_MS)
      const emptyUntilMs = Math.min(closedMs, nextDayMs)
      if (emptyUntilMs > fromMs) return { toMs: emptyUntilMs, rows: [] }
    }
    const toMs = Math.min(closedMs, dayMs + DAY_MS)
    const hours = await rowsWithin(entityId, { fromMs, toMs, span: 'hour' })
    if (toMs < dayMs + DAY_MS) return { toMs, rows: hours }
    const day = await rowsWithin(entityId, { fromMs: dayMs, toMs, span: 'day' })
    return { toMs, rows: [...hours, ...day] }
  }

  /** Sums an hour again, and its day if that is summed; answers whether another process was faster. */
  async function sumAgain({ entityId, spanMs }: Span): Promise<boolean> {
    const progress = await store.read.paymentSumProgress(entityId)
    if (progress === undefined || spanMs >= progress.untilMs) return false
    const dayMs = beginOf(spanMs, DAY_MS)
    const hour = { fromMs: spanMs, toMs: spanMs + HOUR_MS, span: 'hour' } as const
    const day = { fromMs: dayMs, toMs: dayMs + DAY_MS, span: 'day' } as const
    const changes = [
      ...(await changesAgain(entityId, hour)),
      ...(day.toMs <= progress.untilMs ? await changesAgain(entityId, day) : []),
    ]
    return changes.length > 0 && !(await store.commit(changes)).applied
  }

  /** Sums hours again. What cannot be summed now is remembered for the next run. */
  async function sumAllAgain(spans: readonly Span[]): Promise<void> {
    for (const span of spans) {
      const isLeft = await sumAgain(span).catch((err: unknown) => {
        log.error({ err, entityId: span.entityId }, 'sums of payments could not be written again')
        return true
      })
      if (isLeft && left.size < MAX_CHANGED) left.set(keyOf(span), span)
    }
  }

  /** Sums what is over of a channel; answers how many spans it took. One that fails stops no other. */
  async function sumChannel(entityId: string, most: number): Promise<number> {
    let spans = 0
    try {
      while (spans < most && (await sumNext(entityId))) spans += 1
    } catch (err) {
      log.error({ err, entityId }, 'payments could not be summed')
    }
    return spans
  }

  /** Hours of payments that this process has changed after them. */
  async function changedSpans(): Promise<readonly Span[]> {
    const ids = [...changed]
    const spans = new Map(left)
    for (let at = 0; at < ids.length; at += MAX_OPEN) {
      for (const row of await store.read.paymentsById(ids.slice(at, at + MAX_OPEN))) {
        const span = { entityId: row.entityId, spanMs: beginOf(row.createdAtMs, HOUR_MS) }
        spans.set(keyOf(span), span)
      }
    }
    for (const id of ids) changed.delete(id)
    left.clear()
    return [...spans.values()]
  }

  /** Hours with open payments whose turn it is: another process, or a command, may have changed them. */
  async function openSpans(): Promise<readonly Span[]> {
    const open = await store.read.openPaymentSums(MAX_OPEN)
    const keys = new Set(open.map(keyOf))
    for (const key of lookedAt.keys()) if (!keys.has(key)) lookedAt.delete(key)
    return open.filter((span) => {
      const nowMs = clock.now()
      const sinceMs = nowMs - (lookedAt.get(keyOf(span)) ?? 0)
      const isDue = sinceMs >= Math.max(0, clock.of(span.entityId) - span.spanMs) / PART_OF_AGE
      if (isDue) lookedAt.set(keyOf(span), nowMs)
      return isDue
    })
  }

  return {
    afterCommit(changes) {
      const earlyMs = clock.now() - LATENESS_MS
      for (const change of changes) {
        if (change.kind === 'insertPayment') {
          if (change.row.createdAtMs < earlyMs) remember(change.row.id)
        } else if (change.kind === 'stepPayment') {
          const { state, resultCode } = change.set
          if (state !== undefined || resultCode !== undefined) remember(change.id)
        }
      }
    },

    async run() {
      await sumAllAgain(await changedSpans())
      await sumAllAgain(await openSpans())
      let spans = 0
      for (const root of await store.read.rootEntities()) {
        for (const entityId of await channelsBelow(root, store)) {
          spans += await sumChannel(entityId, MAX_SPANS - spans)
          if (spans >= MAX_SPANS) return true
        }
      }
      return false
    },
  }

  function remember(id: string): void {
    if (changed.size < MAX_CHANGED) changed.add(id)
  }
}

const keyOf = ({ entityId, spanMs }: Span) => `${entityId} ${spanMs}`

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
