import type { AdminOverview } from '../../../common/admin-wire.ts'
import { formatAmount } from '../../../common/money.ts'
import type { Answer } from '../../http/answer.ts'
import type { MerchantCall } from '../../http/call.ts'
import type { Asked } from '../../http/route.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { readTimestamp } from '../../parameters/read-timestamp.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import { isRefusal, type Refusal, refuseParameters } from '../../results/refusal.ts'
import type { PaymentSum, PaymentSums } from '../../store/port.ts'
import type { Found } from '../query/index.ts'
import { type AdministrationParts, answerWith, channelsOf, runInTurn } from './call-parts.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Spans up to this have a point for each hour, longer ones for each day. */
const HOURLY_UP_TO_MS = 2 * DAY_MS
/** Longest span: a year and a day. */
const MOST_MS = 367 * DAY_MS
/** Payments that one overview looks at, the newest of its span. */
const LOOKED_AT = 300_000
/** Lines of a list. */
const MOST_LINES = 20

/** `GET /admin/v1/overview`: how the payments of a time went, in one currency. */
export async function readOverview(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const { values } = call
  const entityIds = await channelsOf(call, store)
  if (isRefusal(entityIds)) return entityIds
  const fromMs = readTimestamp(values.get('date.from') ?? '')
  const toMs = readTimestamp(values.get('date.to') ?? '') + 1000
  if (toMs - fromMs > MOST_MS) return tooLong(values.get('date.to') ?? '')
  const stepMs = toMs - fromMs <= HOURLY_UP_TO_MS ? HOUR_MS : DAY_MS
  const query = { entityIds, fromMs, toMs, stepMs, maxRows: LOOKED_AT }
  const sum = async (): Promise<Found<PaymentSums>> => {
    const result = await store.read.paymentSums(query)
    const rowsRead = result.sums.reduce((all, { count }) => all + count, 0)
    return { result, answered: 0, rowsRead }
  }
  const summed = entityIds.length === 0 ? { sums: [] } : await runInTurn(call, parts, sum)
  if (isRefusal(summed)) return summed
  const shown = overviewOf(summed, { fromMs, toMs, stepMs, currency: values.get('currency') })
  return answerWith(shown, request.ndc, parts)
}

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
  { sums, cutAtMs }: PaymentSums,
  { fromMs, toMs, stepMs, currency: wanted }: OverviewFrame,
): AdminOverview {
  const currencies = [...countBy(sums, (sum) => sum.currency)].map(([name]) => name)
  const currency = wanted ?? currencies[0] ?? 'EUR'
  const own = sums.filter((sum) => sum.currency === currency)
  const firsts = own.filter(isPaid)
  return {
    currency,
    currencies,
    step: stepMs === HOUR_MS ? 'hour' : 'day',
    points: spansOf(fromMs, toMs, stepMs).map((spanMs) => pointOf(spanMs, own, currency)),
    declines: declinesOf(firsts),
    brands: brandsOf(firsts, currency),
    ...(cutAtMs === undefined ? {} : { cutAt: wireTimestamp(cutAtMs) }),
  }
}

/** What shoppers have paid or tried to: no references, no risk checks. */
function isPaid({ operation, paymentType }: PaymentSum): boolean {
  const isOfShopper = paymentType === 'PA' || paymentType === 'DB' || paymentType === 'RB'
  return isOfShopper && (operation === 'first' || operation === 'rebill')
}

/** Every span, also one without payments. */
function spansOf(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const first = fromMs - (fromMs % stepMs)
  const count = Math.ceil((toMs - first) / stepMs)
  return Array.from({ length: count }, (_, at) => first + at * stepMs)
}

function pointOf(
  spanMs: number,
  sums: readonly PaymentSum[],
  currency: string,
): AdminOverview['points'][number] {
  const ofSpan = sums.filter((sum) => sum.spanMs === spanMs)
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
    .map(([code, count]) => ({ code, description: descriptionOf(code), count }))
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

/** How many payments have each name, the most first. */
function countBy(
  sums: readonly PaymentSum[],
  nameOf: (sum: PaymentSum) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const sum of sums) counts.set(nameOf(sum), (counts.get(nameOf(sum)) ?? 0) + sum.count)
  return new Map([...counts].toSorted(([, one], [, other]) => other - one))
}

function countOf(sums: readonly PaymentSum[]): number {
  return sums.reduce((all, { count }) => all + count, 0)
}

function amountOf(sums: readonly PaymentSum[]): number {
  return sums.reduce((all, { amountMinor }) => all + amountMinor, 0)
}
