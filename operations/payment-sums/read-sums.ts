import { DAY_MS } from '../../common/durations.ts'
import { timeOfObjectId } from '../../server/kernel/ids.ts'
import type {
  KeptCardSum,
  KeptPart,
  KeptSumQuery,
  PaymentSum,
  PaymentSumQuery,
  Store,
} from '../../server/store/port.ts'
import { itemsOf } from './card-sums.ts'
import { partsOf } from './spans.ts'

/** Payments that one read of sums looks at where they are not summed yet, the newest of the time. */
const LOOKED_AT = 300_000
/** The same where their cards are read: that takes four times as long. */
const CARDS_LOOKED_AT = 50_000

/** A part of a time, whose sums are one. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

interface Found<Sum> {
  /** In no order. */
  readonly sums: readonly Sum[]
  /** Payments and rows of sums that were looked at. */
  readonly rowsRead: number
  /** Older payments were not looked at. */
  readonly cutAtMs?: number
}

/** Sums of spans: `spanMs` of each is the begin of its span. */
export interface FoundSums<Sum = PaymentSum> extends Found<Sum> {
  /** Since when a change is not in the sums yet; absent: all are. */
  readonly waitingSinceMs?: number
}

/** Where sums of one kind are. */
interface Kind<Sum> {
  progress(ids: readonly string[]): Promise<readonly { readonly id: string; untilMs: number }[]>
  kept(query: KeptSumQuery): Promise<readonly Sum[]>
  counted(
    query: PaymentSumQuery,
  ): Promise<{ readonly sums: readonly Sum[]; readonly cutAtMs?: number }>
  readonly mostCounted: number
}

type Reads = Pick<Store, 'read'>

/**
 * Sums of payments of channels (1 to 1000) by spans of any length, each after the one before, with the state of
 * their authentication. Hours that are over come from `payment_sum`, which may be up to a minute behind late
 * outcomes; the rest from the payments themselves.
 */
export function readSums(
  entityIds: readonly string[],
  spans: readonly Span[],
  store: Reads,
): Promise<FoundSums> {
  const { read } = store
  const kind: Kind<PaymentSum> = {
    progress: (ids) => read.paymentSumProgressOf(ids),
    kept: (query) => read.keptSums(query),
    counted: (query) => read.paymentSums({ ...query, byAuthentication: true }),
    mostCounted: LOOKED_AT,
  }
  return readSpans(entityIds, spans, kind, store)
}

/** The same of what is known of cards, each payment once by country and once by issuer. */
export function readCardSums(
  entityIds: readonly string[],
  spans: readonly Span[],
  store: Reads,
): Promise<FoundSums<KeptCardSum>> {
  const { read } = store
  const kind: Kind<KeptCardSum> = {
    progress: (ids) => read.cardSumProgressOf(ids),
    kept: (query) => read.keptCardSums(query),
    counted: async (query) => {
      const { sums, ...cut } = await read.cardSums(query)
      return { sums: itemsOf(sums), ...cut }
    },
    mostCounted: CARDS_LOOKED_AT,
  }
  return readSpans(entityIds, spans, kind, store)
}

async function readSpans<Sum extends { readonly spanMs: number; readonly count: number }>(
  entityIds: readonly string[],
  spans: readonly Span[],
  kind: Kind<Sum>,
  store: Reads,
): Promise<FoundSums<Sum>> {
  const progress = await kind.progress(entityIds)
  const begun = progress.map(({ id }) => id)
  const fresh = entityIds.filter((id) => !begun.includes(id))
  const untilMs = begun.length === 0 ? 0 : Math.min(...progress.map((row) => row.untilMs))
  const { kept, looked } = dividedSpans(spans, untilMs)
  const all = await Promise.all([
    readKept(begun, kept, kind),
    readCounted(begun, begun.length === 0 ? [] : looked, kind),
    readCounted(fresh, dividedSpans(spans, 0).looked, kind),
  ])
  const [fromMs, toMs] = [spans[0]?.fromMs ?? 0, spans.at(-1)?.toMs ?? 0]
  const waiting =
    begun.length === 0
      ? undefined
      : await store.read.oldestPaymentSumChange(begun, fromMs, Math.min(toMs, untilMs))
  const cuts = all.flatMap(({ cutAtMs }) => (cutAtMs === undefined ? [] : [cutAtMs]))
  return {
    sums: all.flatMap((part) => part.sums),
    rowsRead: all.reduce((most, { rowsRead }) => most + rowsRead, 0),
    ...(cuts.length === 0 ? {} : { cutAtMs: Math.max(...cuts) }),
    ...(waiting === undefined ? {} : { waitingSinceMs: timeOfObjectId(waiting.id) }),
  }
}

/** A part of a span, which begins at `atMs`. */
interface LookedPart extends Span {
  readonly atMs: number
}

/** What of spans is read from sums, and what from the payments. */
function dividedSpans(
  spans: readonly Span[],
  untilMs: number,
): { readonly kept: readonly KeptPart[]; readonly looked: readonly LookedPart[] } {
  const parts = spans.flatMap((span) =>
    partsOf(span, { untilMs }).map((part) => ({ ...part, atMs: span.fromMs })),
  )
  return {
    kept: parts.flatMap(({ from, ...part }) =>
      from === 'payments' ? [] : [{ ...part, span: from === 'days' ? 'day' : 'hour' }],
    ),
    looked: parts.flatMap(({ from, ...part }) => (from === 'payments' ? [part] : [])),
  }
}

async function readKept<Sum>(
  entityIds: readonly string[],
  parts: readonly KeptPart[],
  { kept }: Kind<Sum>,
): Promise<Found<Sum>> {
  if (entityIds.length === 0 || parts.length === 0) return { sums: [], rowsRead: 0 }
  const sums = await kept({ entityIds, parts })
  return { sums, rowsRead: sums.length }
}

/** The newest first, until all that may be looked at is. */
async function readCounted<Sum extends { readonly count: number }>(
  entityIds: readonly string[],
  parts: readonly LookedPart[],
  { counted, mostCounted }: Kind<Sum>,
): Promise<Found<Sum>> {
  const sums: Sum[] = []
  let rowsRead = 0
  if (entityIds.length === 0) return { sums, rowsRead }
  for (const { atMs, fromMs, toMs } of parts.toReversed()) {
    if (rowsRead >= mostCounted) return { sums, rowsRead, cutAtMs: toMs }
    const maxRows = mostCounted - rowsRead
    const found = await counted({ entityIds, fromMs, toMs, stepMs: DAY_MS, maxRows })
    for (const sum of found.sums) {
      sums.push({ ...sum, spanMs: atMs })
      rowsRead += sum.count
    }
    if (found.cutAtMs !== undefined) return { sums, rowsRead, cutAtMs: found.cutAtMs }
  }
  return { sums, rowsRead }
}
