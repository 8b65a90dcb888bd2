import { Type } from 'typebox'
import type { Found } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import type { Asked } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { currency, elsewhere, fromNotAfterTo } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { descriptionOf, resultGroupOf } from '../../server/results/catalogue.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { KeptCardSum } from '../../server/store/port.ts'
import { type FoundSums, OTHERS, readCardSums, readSums, type Span } from '../payment-sums/index.ts'
import { type AdminOverviewGroups, GROUPINGS, overviewGroups } from './answer.ts'
import { type AdministrationParts, answerWith, channelsOf, runInTurn } from './call-parts.ts'
import { countBy, isPaid, timeAsked } from './overview.ts'
import { type OverviewTime, overviewTime, timeBefore } from './overview-time.ts'
import { type Decided, rateDrop } from './rate-drops.ts'

/** Groups that are shown, those with the most payments. */
const MOST_GROUPS = 20
/** Falls that are named, the deepest. */
const MOST_DROPS = 3

type Grouping = AdminOverviewGroups['by']

export const groupsRequest = requestOf(
  'admin.overviewGroups',
  Type.Object({
    ...overviewTime,
    currency: Type.Optional(currency),
    by: Type.Optional(
      Type.Enum([...GROUPINGS], {
        default: 'brand',
        description:
          'By what payments are grouped: the brand, the country of the issuer of the card, or the issuer: its bank, else the first six digits of the number.',
      }),
    ),
  }),
  { rules: [fromNotAfterTo], elsewhere },
)

/** `GET /admin/v1/overview/groups`: approval rates of a time by brand, country or issuer, and those that have fallen. */
export async function readGroups(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const { currency, by = 'brand', ...asked } = groupsRequest.read(call.values)
  const entityIds = await channelsOf(call, store)
  if (isRefusal(entityIds)) return entityIds
  const time = await timeAsked(asked, call, parts)
  if (isRefusal(time)) return time
  const askedAtMs = parts.clock.now()
  const before = timeBefore(time)
  const spans = before.fromMs < 0 ? time.spans : [before, ...time.spans]
  const read = async (): Promise<Found<SummedGroups>> => {
    const sums = await readSums(entityIds, spans, store)
    const cards = await readCardSums(entityIds, spans, store)
    return { result: { sums, cards }, answered: 0, rowsRead: sums.rowsRead + cards.rowsRead }
  }
  const summed = entityIds.length === 0 ? NOTHING : await runInTurn(call, parts, read)
  if (isRefusal(summed)) return summed
  const { waitingSinceMs = askedAtMs } = summed.sums
  const asOf = wireTimestamp(Math.min(askedAtMs, waitingSinceMs))
  const members = { ...groupsOf(summed, { time, before, currency, by }), asOf }
  return answerWith(overviewGroups, members, request.ndc, parts)
}

/** What was read of a time and of the time before. */
interface SummedGroups {
  readonly sums: FoundSums
  readonly cards: FoundSums<KeptCardSum>
}

const NONE = { sums: [], rowsRead: 0 }
const NOTHING: SummedGroups = { sums: NONE, cards: NONE }

interface GroupsFrame {
  readonly time: OverviewTime
  readonly before: Span
  /** Absent: the one with the most payments of the time. */
  readonly currency: string | undefined
  readonly by: Grouping
}

/** Payments of one group in one span that are alike. */
type GroupSum = Pick<KeptCardSum, 'spanMs' | 'state' | 'resultCode' | 'count' | 'value'>

function groupsOf(
  { sums, cards }: SummedGroups,
  { time, before, currency: wanted, by }: GroupsFrame,
): Omit<AdminOverviewGroups, 'asOf'> {
  const ofTime = sums.sums.filter(({ spanMs }) => spanMs >= time.fromMs)
  const [most = 'EUR'] = countBy(ofTime, (sum) => sum.currency).keys()
  const currency = wanted ?? most
  const ofBrands = sums.sums
    .filter((sum) => isPaid(sum) && sum.currency === currency)
    .map((sum): GroupSum => ({ ...sum, value: sum.paymentBrand }))
  const ofKind = (kind: KeptCardSum['kind']): readonly GroupSum[] =>
    cards.sums.filter((sum) => sum.kind === kind && sum.currency === currency)
  const all = { brand: ofBrands, country: ofKind('country'), issuer: ofKind('issuer') }
  const cuts = [sums.cutAtMs, cards.cutAtMs].filter((at) => at !== undefined)
  const cutAtMs = cuts.length === 0 ? undefined : Math.max(...cuts)
  return {
    currency,
    by,
    timeZone: time.timeZone,
    firstDay: time.days.from,
    lastDay: time.days.to,
    step: time.step,
    points: time.spans.map(({ fromMs }) => wireTimestamp(fromMs)),
    beforeFrom: wireTimestamp(Math.max(0, before.fromMs)),
    ...groupLines(all[by], time),
    // A part of the time before would be another mixture of hours and days.
    drops: cutAtMs === undefined ? dropsOf(all, time) : [],
    ...(cutAtMs === undefined ? {} : { cutAt: wireTimestamp(cutAtMs) }),
  }
}

function groupLines(
  sums: readonly GroupSum[],
  time: OverviewTime,
): Pick<AdminOverviewGroups, 'groups' | 'leftOut'> {
  const byValue = valuesOf(sums)
  const lines = [...byValue].map(([value, own]) => {
    const now = own.filter(({ spanMs }) => spanMs >= time.fromMs)
    const bySpan = new Map<number, GroupSum[]>()
    for (const sum of now) {
      const known = bySpan.get(sum.spanMs)
      if (known === undefined) bySpan.set(sum.spanMs, [sum])
      else known.push(sum)
    }
    return {
      value,
      ...outcomesOf(now),
      before: outcomesOf(own.filter(({ spanMs }) => spanMs < time.fromMs)),
      parts: time.spans.map(({ fromMs }) => outcomesOf(bySpan.get(fromMs) ?? [])),
    }
  })
  const paid = lines.filter(({ succeeded, failed, pending }) => succeeded + failed + pending > 0)
  const sorted = paid.toSorted(
    (one, other) =>
      other.succeeded + other.failed - (one.succeeded + one.failed) ||
      (one.value < other.value ? -1 : 1),
  )
  return {
    groups: sorted.slice(0, MOST_GROUPS),
    leftOut: Math.max(0, sorted.length - MOST_GROUPS),
  }
}

function valuesOf(sums: readonly GroupSum[]): ReadonlyMap<string, readonly GroupSum[]> {
  const found = new Map<string, GroupSum[]>()
  for (const sum of sums) {
    const known = found.get(sum.value)
    if (known === undefined) found.set(sum.value, [sum])
    else known.push(sum)
  }
  return found
}

function outcomesOf(sums: readonly GroupSum[]) {
  const count = { succeeded: 0, failed: 0, pending: 0 }
  for (const sum of sums) {
    const isDecided = sum.state === 'succeeded' || sum.state === 'failed'
    count[isDecided ? (sum.state as 'succeeded' | 'failed') : 'pending'] += sum.count
  }
  return count
}

/** The groups whose approval rate has clearly fallen: see `rateDrop`. */
function dropsOf(
  all: Readonly<Record<Grouping, readonly GroupSum[]>>,
  { fromMs }: OverviewTime,
): AdminOverviewGroups['drops'] {
  const found = GROUPINGS.flatMap((by) =>
    [...valuesOf(all[by])].flatMap(([value, sums]) => {
      // What is not known, and what is put together, is nobody who could be asked.
      if (value === '' || value === OTHERS) return []
      const before = decidedOf(sums.filter(({ spanMs }) => spanMs < fromMs))
      const now = decidedOf(sums.filter(({ spanMs }) => spanMs >= fromMs))
      const drop = rateDrop(before, now)
      if (drop === undefined) return []
      return [
        {
          by,
          value,
          before: shownDecided(before),
          now: shownDecided(now),
          ...drop,
          codeGroup: resultGroupOf(drop.code),
          description: descriptionOf(drop.code),
        },
      ]
    }),
  )
  // Who is at fault falls deepest: a brand or a country has others beside it.
  return found.toSorted((one, other) => fallOf(other) - fallOf(one)).slice(0, MOST_DROPS)
}

function decidedOf(sums: readonly GroupSum[]): Decided {
  const { succeeded, failed } = outcomesOf(sums)
  const codes = new Map<string, number>()
  for (const { state, resultCode, count } of sums) {
    if (state === 'failed') codes.set(resultCode, (codes.get(resultCode) ?? 0) + count)
  }
  return { succeeded, failed, codes }
}

function shownDecided({ succeeded, failed }: Decided) {
  return { succeeded, failed }
}

type Drop = AdminOverviewGroups['drops'][number]

function fallOf({ before, now }: Pick<Drop, 'before' | 'now'>): number {
  const rate = ({ succeeded, failed }: Drop['now']) => succeeded / (succeeded + failed)
  return rate(before) - rate(now)
}
