import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import type {
  CardSum,
  CardSumProgressRow,
  CardSumRow,
  Change,
  KeptCardSum,
  Store,
} from '../../server/store/port.ts'
import { beginOf, eachOf } from './spans.ts'
import { type HoursOf, MAX_SUMMED, nextTime } from './summed-time.ts'

/**
 * Countries, and issuers, that an hour or a day of a channel has rows of; the less frequent ones are `OTHERS`
 * together, so that no merchant and no attack fills the table. A day knows those of its hours.
 */
const MAX_VALUES = 50
/** All that are beyond it. */
export const OTHERS = '*'

/** The next hours of a channel whose cards are not summed, up to the end of a day; none: all are. */
export async function nextCardSums(
  { entityId, fromMs, toMs: closedMs }: HoursOf,
  progress: CardSumProgressRow | undefined,
  store: Store,
): Promise<readonly Change[]> {
  if (fromMs >= closedMs) return []
  const { toMs, isEmpty, dayMs } = await nextTime({ entityId, fromMs, toMs: closedMs }, store)
  const hours = isEmpty ? [] : capped(await itemsWithin({ entityId, fromMs, toMs }, store))
  const ofDay =
    isEmpty || dayMs === undefined ? [] : await dayItems(dayMs, { entityId, hours }, store)
  const rows = [...rowsOf(entityId, 'hour', hours), ...rowsOf(entityId, 'day', ofDay)]
  return [
    progress === undefined
      ? { kind: 'insertCardSumProgress', row: { id: entityId, untilMs: toMs, version: 1 } }
      : stepOf(progress, toMs),
    ...rows.map((row): Change => ({ kind: 'insertCardSum', row })),
  ]
}

/** What makes the sums of an hour, and of its day, say what its payments say now; none where it is not summed. */
export async function cardSumsAgain(
  entityId: string,
  spanMs: number,
  store: Store,
): Promise<readonly Change[]> {
  const progress = await store.read.cardSumProgress(entityId)
  if (progress === undefined || spanMs >= progress.untilMs) return []
  const { read } = store
  const dayMs = beginOf(spanMs, DAY_MS)
  const time = { entityId, fromMs: spanMs, toMs: spanMs + HOUR_MS }
  const hours = capped(await itemsWithin(time, store))
  const changes = changesOf(
    await read.cardSumsOfSpan(entityId, 'hour', spanMs),
    rowsOf(entityId, 'hour', hours),
  )
  if (dayMs + DAY_MS > progress.untilMs) return [stepOf(progress, progress.untilMs), ...changes]
  const ofDay = await dayItems(dayMs, { entityId, hours, newMs: spanMs }, store)
  return [
    stepOf(progress, progress.untilMs),
    ...changes,
    ...changesOf(await read.cardSumsOfSpan(entityId, 'day', dayMs), rowsOf(entityId, 'day', ofDay)),
  ]
}

function stepOf({ id, version }: CardSumProgressRow, untilMs: number): Change {
  return { kind: 'stepCardSumProgress', id, expectedVersion: version, set: { untilMs } }
}

/** Each payment once by country and once by issuer. */
export function itemsOf(sums: readonly CardSum[]): readonly KeptCardSum[] {
  return sums.flatMap(({ country, issuer, ...sum }): readonly KeptCardSum[] => [
    { ...sum, kind: 'country', value: country },
    { ...sum, kind: 'issuer', value: issuer },
  ])
}

async function itemsWithin(
  { entityId, fromMs, toMs }: HoursOf,
  store: Store,
): Promise<readonly KeptCardSum[]> {
  const query = { entityIds: [entityId], fromMs, toMs, stepMs: HOUR_MS, maxRows: MAX_SUMMED }
  const { sums, cutAtMs } = await store.read.cardSums(query)
  if (cutAtMs === undefined || toMs - fromMs < 2) return itemsOf(sums)
  const middleMs = fromMs + Math.floor((toMs - fromMs) / 2)
  return [
    ...(await itemsWithin({ entityId, fromMs, toMs: middleMs }, store)),
    ...(await itemsWithin({ entityId, fromMs: middleMs, toMs }, store)),
  ]
}

interface DayParts {
  readonly entityId: string
  /** Hours that are written with the day. */
  readonly hours: readonly KeptCardSum[]
  /** Of these alone the one hour whose stored rows do not count; absent: the others have none. */
  readonly newMs?: number
}

/** The sums of a day: of its hours as they are stored, but for those that are written with it. */
async function dayItems(
  dayMs: number,
  { entityId, hours, newMs }: DayParts,
  { read }: Store,
): Promise<readonly KeptCardSum[]> {
  const parts = eachOf('hour', { fromMs: dayMs, toMs: dayMs + DAY_MS })
  const stored = await read.keptCardSums({ entityIds: [entityId], parts })
  const others = stored.filter(({ spanMs }) => spanMs !== newMs)
  return capped([...others, ...hours].map((sum) => ({ ...sum, spanMs: dayMs })))
}

/** Sums that are alike as one, and of each span and kind at most `MAX_VALUES` values. */
export function capped(items: readonly KeptCardSum[]): readonly KeptCardSum[] {
  const counts = new Map<string, Map<string, number>>()
  for (const { spanMs, kind, value, count } of items) {
    if (value === '' || value === OTHERS) continue
    const key = `${spanMs} ${kind}`
    const ofKind = counts.get(key) ?? new Map<string, number>()
    ofKind.set(value, (ofKind.get(value) ?? 0) + count)
    counts.set(key, ofKind)
  }
  const known = new Map([...counts].map(([key, ofKind]) => [key, mostFrequent(ofKind)]))
  return together(
    items.map((item) => {
      const { spanMs, kind, value } = item
      const isKept = value === '' || known.get(`${spanMs} ${kind}`)?.has(value) === true
      return isKept ? item : { ...item, value: OTHERS }
    }),
  )
}

function mostFrequent(counts: ReadonlyMap<string, number>): ReadonlySet<string> {
  const sorted = [...counts].sort(
    ([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1),
  )
  return new Set(sorted.slice(0, MAX_VALUES).map(([value]) => value))
}

/** Sums that are alike as one. */
export function together(items: readonly KeptCardSum[]): readonly KeptCardSum[] {
  const all = new Map<string, KeptCardSum>()
  for (const item of items) {
    const key = `${item.spanMs} ${alikeOf(item)}`
    const count = (all.get(key)?.count ?? 0) + item.count
    all.set(key, { ...item, count })
  }
  return [...all.values()]
}

/** No value has a blank within: it would end there. */
function alikeOf({ kind, value, currency, state, resultCode }: KeptCardSum): string {
  return [kind, encodeURIComponent(value), currency, state, resultCode].join(' ')
}

function rowsOf(
  entityId: string,
  span: CardSumRow['span'],
  items: readonly KeptCardSum[],
): readonly CardSumRow[] {
  return items.map(({ count: paymentCount, ...item }) => {
    const id = [entityId, span, item.spanMs, alikeOf({ ...item, count: 0 })].join(' ')
    return { id, entityId, span, ...item, paymentCount, version: 1 }
  })
}

/** The changes that make the stored rows of a span say what its payments say now. */
function changesOf(stored: readonly CardSumRow[], now: readonly CardSumRow[]): readonly Change[] {
  const before = new Map(stored.map((row) => [row.id, row]))
  const ids = new Set(now.map(({ id }) => id))
  const gone = stored.filter(({ id }) => !ids.has(id))
  return [
    ...now.flatMap((row) => changeOf(before.get(row.id), row)),
    ...gone.flatMap((row) => changeOf(row, { ...row, paymentCount: 0 })),
  ]
}

function changeOf(before: CardSumRow | undefined, row: CardSumRow): readonly Change[] {
  if (before === undefined) return [{ kind: 'insertCardSum', row }]
  const { paymentCount } = row
  if (before.paymentCount === paymentCount) return []
  const set = { paymentCount }
  return [{ kind: 'stepCardSum', id: row.id, expectedVersion: before.version, set }]
}
