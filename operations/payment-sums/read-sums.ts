import { DAY_MS, type HOUR_MS } from '../../common/durations.ts'
import { timeOfObjectId } from '../../server/kernel/ids.ts'
import type { PaymentSum, PaymentSums, Store } from '../../server/store/port.ts'
import { type Part, partsOf } from './spans.ts'

/** Payments that one read of sums looks at where they are not summed yet, the newest of the time. */
const LOOKED_AT = 300_000

/** Whose payments are summed, of which time. */
export interface SummedTime {
  /** Channels, 1 to 1000. */
  readonly entityIds: readonly string[]
  readonly fromMs: number
  readonly toMs: number
  /** By hour or by day. */
  readonly stepMs: typeof HOUR_MS | typeof DAY_MS
}

export interface FoundSums extends PaymentSums {
  /** Payments and rows of sums that were looked at. */
  readonly rowsRead: number
  /** Since when a change is not in the sums yet; absent: all are. */
  readonly waitingSinceMs?: number
}

/**
 * Sums of payments by hour or day, with the state of their authentication. Hours that are over come from
 * `payment_sum`, which may be up to a minute behind late outcomes; the rest from the payments themselves.
 */
export async function readSums(
  { entityIds, fromMs, toMs, stepMs }: SummedTime,
  store: Pick<Store, 'read'>,
): Promise<FoundSums> {
  const progress = await store.read.paymentSumProgressOf(entityIds)
  const begun = new Set(progress.map(({ id }) => id))
  const fresh = entityIds.filter((id) => !begun.has(id))
  const untilMs = Math.min(...progress.map((row) => row.untilMs))
  const byDay = stepMs === DAY_MS
  const parts = partsOf({ fromMs, toMs }, { untilMs, byDay })
  const found = [
    ...parts.map((part) => readPart([...begun], part, { stepMs, store })),
    readPart(fresh, { from: 'payments', fromMs, toMs }, { stepMs, store }),
  ]
  const all = await Promise.all(found)
  const waiting =
    begun.size === 0
      ? undefined
      : await store.read.oldestPaymentSumChange([...begun], fromMs, Math.min(toMs, untilMs))
  const cuts = all.flatMap(({ cutAtMs }) => (cutAtMs === undefined ? [] : [cutAtMs]))
  const sums = all.flatMap((part) => part.sums)
  const counted = all.map(({ sums: own, looksAtPayments }) =>
    looksAtPayments ? own.reduce((most, { count }) => most + count, 0) : own.length,
  )
  return {
    sums,
    rowsRead: counted.reduce((most, count) => most + count, 0),
    ...(cuts.length === 0 ? {} : { cutAtMs: Math.max(...cuts) }),
    ...(waiting === undefined ? {} : { waitingSinceMs: timeOfObjectId(waiting.id) }),
  }
}

interface FoundPart extends PaymentSums {
  readonly looksAtPayments: boolean
}

async function readPart(
  entityIds: readonly string[],
  { from, fromMs, toMs }: Part,
  { stepMs, store }: Pick<SummedTime, 'stepMs'> & { readonly store: Pick<Store, 'read'> },
): Promise<FoundPart> {
  if (entityIds.length === 0) return { sums: [], looksAtPayments: false }
  const time = { entityIds, fromMs, toMs }
  if (from === 'payments') {
    const look = { ...time, stepMs, maxRows: LOOKED_AT, byAuthentication: true } as const
    return { ...(await store.read.paymentSums(look)), looksAtPayments: true }
  }
  const kept = await store.read.keptSums({ ...time, span: from === 'days' ? 'day' : 'hour' })
  const sums = kept.map((sum): PaymentSum => {
    return { ...sum, spanMs: sum.spanMs - (sum.spanMs % stepMs) }
  })
  return { sums, looksAtPayments: false }
}
