import { Type } from 'typebox'
import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { formatAmount } from '../../common/money.ts'
import type { Found } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import type { Asked } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import {
  currency,
  elsewhere,
  fromNotAfterTo,
  time,
} from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { readTimestamp } from '../../server/parameters/read-timestamp.ts'
import { descriptionOf, resultGroupOf } from '../../server/results/catalogue.ts'
import { isRefusal, type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type { DisputeSum, PaymentSum } from '../../server/store/port.ts'
import { type FoundSums, readSums } from '../payment-sums/index.ts'
import { type AdminOverview, overviewAnswer } from './answer.ts'
import { type AdministrationParts, answerWith, channelsOf, runInTurn } from './call-parts.ts'

/** Spans up to this have a point for each hour, longer ones for each day. */
const HOURLY_UP_TO_MS = 2 * DAY_MS
/** Longest span: a year and a day. */
const MOST_MS = 367 * DAY_MS
/** Lines of a list. */
const MOST_LINES = 20

export const overviewRequest = requestOf(
  'admin.overview',
  Type.Object({ 'date.from': time, 'date.to': time, currency: Type.Optional(currency) }),
  { rules: [fromNotAfterTo], elsewhere },
)

/** `GET /admin/v1/overview`: how the payments of a time went, in one currency. */
export async function readOverview(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const { 'date.from': from, 'date.to': to, currency } = overviewRequest.read(call.values)
  const entityIds = await channelsOf(call, store)
  if (isRefusal(entityIds)) return entityIds
  const fromMs = readTimestamp(from)
  const toMs = readTimestamp(to) + 1000
  if (toMs - fromMs > MOST_MS) return tooLong(to)
  const stepMs = toMs - fromMs <= HOURLY_UP_TO_MS ? HOUR_MS : DAY_MS
  const askedAtMs = parts.clock.now()
  const sum = async (): Promise<Found<Summed>> => {
    const result = await readSums({ entityIds, fromMs, toMs, stepMs }, store)
    const disputes = await store.read.disputeSums(entityIds, fromMs, toMs)
    return { result: { ...result, disputes }, answered: 0, rowsRead: result.rowsRead }
  }
  const summed = entityIds.length === 0 ? NOTHING : await runInTurn(call, parts, sum)
  if (isRefusal(summed)) return summed
  const shown = overviewOf(summed, { fromMs, toMs, stepMs, currency })
  const asOfMs = Math.min(askedAtMs, summed.waitingSinceMs ?? askedAtMs)
  const members = { ...shown, asOf: wireTimestamp(asOfMs) }
  return answerWith(overviewAnswer, members, request.ndc, parts)
}

/** Payments of a time, and the disputes about payments whose money went back in it. */
export interface Summed extends Pick<FoundSums, 'sums' | 'cutAtMs' | 'waitingSinceMs'> {
  readonly disputes: readonly DisputeSum[]
}

const NOTHING: Summed = { sums: [], disputes: [] }

function tooLong(value: string): Refusal {
  const message = 'is more than 367 days after date.from: ask for a shorter time'
  return refuseParameters([{ name: 'date.to', value, message }])
}

/** What an overview is about. */
export interface OverviewFrame {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
  /** Absent: the one with the most payments. */
  readonly currency: string | undefined
}

/** The sums of one currency, as pictures and tables show them. */
export function overviewOf(
  { sums, disputes, cutAtMs }: Summed,
  { fromMs, toMs, stepMs, currency: wanted }: OverviewFrame,
): Omit<AdminOverview, 'asOf'> {
  const currencies = [...countBy(sums, (sum) => sum.currency)].map(([name]) => name)
  const currency = wanted ?? currencies[0] ?? 'EUR'
  const own = sums.filter((sum) => sum.currency === currency)
  const firsts = own.filter(isPaid)
  const step = stepOf(toMs - fromMs)
  const bySpan = new Map<number, PaymentSum[]>()
  for (const sum of own) bySpan.set(sum.spanMs, [...(bySpan.get(sum.spanMs) ?? []), sum])
  return {
    currency,
    currencies,
    step,
    points: pointsOf(spansOf(fromMs, toMs, stepMs), step).map(([first, spans]) =>
      pointOf(
        first,
        spans.flatMap((spanMs) => bySpan.get(spanMs) ?? []),
        currency,
      ),
    ),
    declines: declinesOf(firsts),
    brands: brandsOf(firsts, currency),
    authentications: authenticationsOf(firsts),
    disputes: disputesOf(
      disputes.filter((sum) => sum.currency === currency),
      { sold: own.filter(isSale), currency },
    ),
    ...(cutAtMs === undefined ? {} : { cutAt: wireTimestamp(cutAtMs) }),
  }
}

/** What shoppers have paid or tried to: no references, no risk checks. */
function isPaid({ operation, paymentType }: PaymentSum): boolean {
  const isOfShopper = paymentType === 'PA' || paymentType === 'DB' || paymentType === 'RB'
  return isOfShopper && (operation === 'first' || operation === 'rebill')
}

type Step = AdminOverview['step']

/** So that a picture has 12 to 62 points. */
function stepOf(lengthMs: number): Step {
  if (lengthMs <= HOURLY_UP_TO_MS) return 'hour'
  if (lengthMs <= 62 * DAY_MS) return 'day'
  return lengthMs <= 184 * DAY_MS ? 'week' : 'month'
}

/** The spans of each point by its first one. Weeks begin on Monday (ISO 8601); the first and last may be parts. */
function pointsOf(
  spans: readonly number[],
  step: Step,
): readonly (readonly [first: number, spans: readonly number[]])[] {
  const points = new Map<string | number, number[]>()
  for (const spanMs of spans) {
    const name = nameOfPoint(spanMs, step)
    const known = points.get(name)
    if (known === undefined) points.set(name, [spanMs])
    else known.push(spanMs)
  }
  return [...points.values()].map((ofPoint) => [ofPoint[0] ?? 0, ofPoint])
}

function nameOfPoint(spanMs: number, step: Step): string | number {
  switch (step) {
    case 'hour':
    case 'day':
      return spanMs
    case 'week':
      // 1970 began on a Thursday.
      return Math.floor((spanMs / DAY_MS + 3) / 7)
    case 'month':
      return new Date(spanMs).toISOString().slice(0, 7)
  }
}

/** Every span, also one without payments. */
function spansOf(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const first = fromMs - (fromMs % stepMs)
  const count = Math.ceil((toMs - first) / stepMs)
  return Array.from({ length: count }, (_, at) => first + at * stepMs)
}

function pointOf(
  spanMs: number,
  ofSpan: readonly PaymentSum[],
  currency: string,
): AdminOverview['points'][number] {
  const shown = (minor: number) => formatAmount({ minor, currency })
  const succeeded = (type: (sum: PaymentSum) => boolean) =>
    shown(amountOf(ofSpan.filter((sum) => sum.state === 'succeeded' && type(sum))))
  const firsts = ofSpan.filter(isPaid)
  const count = (isOf: (sum: PaymentSum) => boolean) => countOf(firsts.filter(isOf))
  return {
    from: wireTimestamp(spanMs),
    volume: succeeded(isPaid),
    refunded: succeeded(({ paymentType }) => paymentType === 'RF'),
    chargedBack: succeeded(({ paymentType }) => paymentType === 'CB'),
    succeeded: count(({ state }) => state === 'succeeded'),
    failed: count(({ state }) => state === 'failed'),
    pending: count(({ state }) => state !== 'succeeded' && state !== 'failed'),
  }
}

function declinesOf(firsts: readonly PaymentSum[]): AdminOverview['declines'] {
  const failed = firsts.filter(({ state }) => state === 'failed')
  return [...countBy(failed, ({ resultCode }) => resultCode)]
    .slice(0, MOST_LINES)
    .map(([code, count]) => ({
      code,
      codeGroup: resultGroupOf(code),
      description: descriptionOf(code),
      count,
    }))
}

function brandsOf(firsts: readonly PaymentSum[], currency: string): AdminOverview['brands'] {
  return [...countBy(firsts, ({ paymentBrand }) => paymentBrand)]
    .slice(0, MOST_LINES)
    .map(([brand, count]) => {
      const succeeded = firsts.filter(
        (sum) => sum.paymentBrand === brand && sum.state === 'succeeded',
      )
      const volume = formatAmount({ minor: amountOf(succeeded), currency })
      return { brand, count, succeeded: countOf(succeeded), volume }
    })
}

/** How payments were authenticated that were, and what became of them. */
function authenticationsOf(firsts: readonly PaymentSum[]): AdminOverview['authentications'] {
  const asked = firsts.filter(({ authentication }) => authentication !== '')
  return [...countBy(asked, ({ authentication }) => authentication)].map(([outcome, count]) => {
    const own = asked.filter(({ authentication }) => authentication === outcome)
    return { outcome, count, succeeded: countOf(own.filter(({ state }) => state === 'succeeded')) }
  })
}

/** What moved the money of shoppers, which the ratios of card networks compare with. */
function isSale({ paymentType, state }: PaymentSum): boolean {
  return state === 'succeeded' && ['DB', 'CP', 'RB'].includes(paymentType)
}

function disputesOf(
  disputes: readonly DisputeSum[],
  { sold, currency }: { readonly sold: readonly PaymentSum[]; readonly currency: string },
): AdminOverview['disputes'] {
  return [...countBy(disputes, ({ paymentBrand }) => paymentBrand)]
    .slice(0, MOST_LINES)
    .map(([brand, count]) => {
      const own = disputes.filter(({ paymentBrand }) => paymentBrand === brand)
      const sales = countOf(sold.filter(({ paymentBrand }) => paymentBrand === brand))
      return {
        brand,
        count,
        sales,
        amount: formatAmount({ minor: amountOf(own), currency }),
        ...(sales === 0 ? {} : { basisPoints: Math.round((count / sales) * 10_000) }),
      }
    })
}

interface Counted {
  readonly count: number
  readonly amountMinor: number
}

/** How many payments have each name, the most first. */
function countBy<Sum extends Counted>(
  sums: readonly Sum[],
  nameOf: (sum: Sum) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const sum of sums) counts.set(nameOf(sum), (counts.get(nameOf(sum)) ?? 0) + sum.count)
  return new Map([...counts].toSorted(([, one], [, other]) => other - one))
}

function countOf(sums: readonly Counted[]): number {
  return sums.reduce((all, { count }) => all + count, 0)
}

function amountOf(sums: readonly Counted[]): number {
  return sums.reduce((all, { amountMinor }) => all + amountMinor, 0)
}
