import { Type } from 'typebox'
import { formatAmount } from '../../common/money.ts'
import type { Found } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import type { Asked } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { currency, elsewhere, fromNotAfterTo } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { descriptionOf, resultGroupOf } from '../../server/results/catalogue.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { DisputeSum, PaymentSum } from '../../server/store/port.ts'
import { type FoundSums, readSums } from '../payment-sums/index.ts'
import { type AdminOverview, overviewAnswer } from './answer.ts'
import {
  type AdministrationParts,
  answerWith,
  channelsOf,
  runInTurn,
  timeZoneOf,
} from './call-parts.ts'
import { type OverviewTime, overviewTime, overviewTimeOf } from './overview-time.ts'

/** Lines of a list. */
const MOST_LINES = 20

export const overviewRequest = requestOf(
  'admin.overview',
  Type.Object({ ...overviewTime, currency: Type.Optional(currency) }),
  { rules: [fromNotAfterTo], elsewhere },
)

/** `GET /admin/v1/overview`: how the payments of a time went, in one currency. */
export async function readOverview(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const { currency, ...asked } = overviewRequest.read(call.values)
  const entityIds = await channelsOf(call, store)
  if (isRefusal(entityIds)) return entityIds
  const time = await timeAsked(asked, call, parts)
  if (isRefusal(time)) return time
  const askedAtMs = parts.clock.now()
  const sum = async (): Promise<Found<Summed>> => {
    const result = await readSums(entityIds, time.spans, store)
    const disputes = await store.read.disputeSums(entityIds, time.fromMs, time.toMs)
    return { result: { ...result, disputes }, answered: 0, rowsRead: result.rowsRead }
  }
  const summed = entityIds.length === 0 ? NOTHING : await runInTurn(call, parts, sum)
  if (isRefusal(summed)) return summed
  const asOfMs = Math.min(askedAtMs, summed.waitingSinceMs ?? askedAtMs)
  const members = { ...overviewOf(summed, time, currency), asOf: wireTimestamp(asOfMs) }
  return answerWith(overviewAnswer, members, request.ndc, parts)
}

/** The time that a request names, in the zone of the entity that it is about. */
export async function timeAsked(
  asked: Parameters<typeof overviewTimeOf>[0],
  call: MerchantCall,
  parts: AdministrationParts,
): Promise<OverviewTime | Refusal> {
  const timeZone = await timeZoneOf(call, parts)
  return overviewTimeOf(asked, { timeZone, nowMs: parts.clock.now() })
}

/** Payments of a time, and the disputes about payments whose money went back in it. */
export interface Summed extends Pick<FoundSums, 'sums' | 'cutAtMs' | 'waitingSinceMs'> {
  readonly disputes: readonly DisputeSum[]
}

const NOTHING: Summed = { sums: [], disputes: [] }

/** The sums of one currency, as pictures and tables show them; absent: the one with the most payments. */
export function overviewOf(
  { sums, disputes, cutAtMs }: Summed,
  { timeZone, step, spans, days }: OverviewTime,
  wanted: string | undefined,
): Omit<AdminOverview, 'asOf'> {
  const currencies = [...countBy(sums, (sum) => sum.currency)].map(([name]) => name)
  const currency = wanted ?? currencies[0] ?? 'EUR'
  const own = sums.filter((sum) => sum.currency === currency)
  const firsts = own.filter(isPaid)
  const bySpan = new Map<number, PaymentSum[]>()
  for (const sum of own) bySpan.set(sum.spanMs, [...(bySpan.get(sum.spanMs) ?? []), sum])
  return {
    currency,
    currencies,
    timeZone,
    firstDay: days.from,
    lastDay: days.to,
    step,
    points: spans.map(({ fromMs }) => pointOf(fromMs, bySpan.get(fromMs) ?? [], currency)),
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
export function isPaid({ operation, paymentType }: PaymentSum): boolean {
  const isOfShopper = paymentType === 'PA' || paymentType === 'DB' || paymentType === 'RB'
  return isOfShopper && (operation === 'first' || operation === 'rebill')
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
export function countBy<Sum extends Counted>(
  sums: readonly Sum[],
  nameOf: (sum: Sum) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const sum of sums) counts.set(nameOf(sum), (counts.get(nameOf(sum)) ?? 0) + sum.count)
  return new Map([...counts].toSorted(([, one], [, other]) => other - one))
}

export function countOf(sums: readonly Counted[]): number {
  return sums.reduce((all, { count }) => all + count, 0)
}

function amountOf(sums: readonly Counted[]): number {
  return sums.reduce((all, { amountMinor }) => all + amountMinor, 0)
}
