import type { Profile } from '../../entities/settings.ts'
import { type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import type { PaymentRow } from '../../store/port.ts'

/** A series of payments with a registration, and how much of it is charged. */
export interface Series {
  /** When its cardholder agreed to it, by the channel's clock; absent: only requests of the merchant name it. */
  readonly begunAtMs?: number
  /** Its last day, as YYYY-MM-DD. */
  readonly expiry?: string
  /** How many instalments there are in all. */
  readonly instalments?: number
  /** How many of them were charged, or are being charged. A declined one is none. */
  readonly charged?: number
  /** The registration in which it is kept instead: this card has taken over a schedule of that one. */
  readonly keptIn?: string
  /** Of instalments: those of purchases that were agreed to before, the latest first. */
  readonly earlier?: readonly Series[]
}

/** How many earlier purchases in instalments are kept; the oldest ones end. */
const MAX_EARLIER = 20

/** The series of a registration by `standingInstruction.type`: each type is agreed to by itself. */
export type SeriesOfTypes = Readonly<Record<string, Series>>

/** The types of series that a cardholder has agreed to. */
export function agreedTypes(all: SeriesOfTypes = {}): readonly string[] {
  return Object.keys(all).filter((type) => all[type]?.begunAtMs !== undefined)
}

/** The series of a registration when its cardholder begins another one. */
export function withBegun(before: SeriesOfTypes = {}, begun: SeriesOfTypes = {}): SeriesOfTypes {
  return Object.fromEntries(
    Object.entries({ ...before, ...begun }).map(([type, series]) => [
      type,
      type === 'INSTALLMENT' && begun[type] !== undefined
        ? besideEarlier(series, before[type])
        : series,
    ]),
  )
}

/** A purchase does not end the instalments of another one. Its time names it, so no other one has the same. */
function besideEarlier(begun: Series, before?: Series): Series {
  if (before === undefined || before.keptIn !== undefined) return begun
  const others = purchasesOf(before)
  let begunAtMs = begun.begunAtMs ?? 0
  while (others.some((one) => one.begunAtMs === begunAtMs)) begunAtMs += 1
  // Its success may have come after that of a later one.
  const [latest = begun, ...earlier] = [{ ...begun, begunAtMs }, ...others].sort(laterFirst)
  return { ...latest, earlier: earlier.slice(0, MAX_EARLIER) }
}

const laterFirst = (one: Series, other: Series) => (other.begunAtMs ?? 0) - (one.begunAtMs ?? 0)

function purchasesOf({ earlier = [], ...latest }: Series): readonly Series[] {
  return [latest, ...earlier]
}

/**
 * The series of a payment: of instalments that of the purchase before which its schedule was made, of one without a
 * schedule the latest that has an instalment left and has not ended.
 */
export function seriesFor(all: SeriesOfTypes, request: Request, when: WhenOfSeries): Series {
  const { madeAtMs } = when
  const latest = all[typeOf(request)] ?? {}
  if (!isOfInstalments(request)) return latest
  const purchases = purchasesOf(latest)
  if (madeAtMs !== undefined) {
    const ofSchedule = purchases.find(({ begunAtMs = 0 }) => begunAtMs <= madeAtMs)
    // Its first payment may follow the schedule.
    return ofSchedule ?? purchases.at(-1) ?? latest
  }
  const agreed = purchases.filter(({ begunAtMs }) => begunAtMs !== undefined)
  const open = agreed.filter(({ expiry }) => expiry === undefined || !isOver(expiry, when))
  return open.find((one) => (one.charged ?? 0) < agreedNumber(one, request)) ?? latest
}

/** A series of instalments with more or fewer of them charged in the purchase that began then. */
export function countedIn(series: Series, begunAtMs: number | undefined, by: number): Series {
  if (series.begunAtMs === begunAtMs)
    return { ...series, charged: Math.max(0, (series.charged ?? 0) + by) }
  if (series.earlier === undefined) return series
  const earlier = series.earlier.map((one) => countedIn(one, begunAtMs, by))
  return { ...series, earlier }
}

/** When a payment of a series is made. */
export interface WhenOfSeries {
  /** By the channel's clock. */
  readonly nowMs: number
  readonly profile: Profile
  /** The last moment of a day, YYYY-MM-DD, where the plan of the payment is; absent: in UTC. */
  readonly endOfDay?: ((day: string) => number) | undefined
  /** When its schedule was made, by the channel's clock; absent: it has none. */
  readonly madeAtMs?: number | undefined
}

/** The code of a rebill of a series that has an end: its instalments are counted, or its last day has passed. */
export function rebillFault(
  all: SeriesOfTypes,
  request: Request,
  when: WhenOfSeries,
): string | undefined {
  const agreed = isOfInstalments(request) ? all[typeOf(request)]?.instalments : undefined
  if ((agreed ?? instalmentsOf(request)) !== undefined) return SERIES_IS_OVER
  const lastDay = lastDayOf(all, request)
  return lastDay !== undefined && isOver(lastDay, when) ? SERIES_IS_OVER : undefined
}

/** The code of a payment that its series does not allow any more. */
const SERIES_IS_OVER = '100.150.300'

export type Request = Readonly<Record<string, string | undefined>>

/**
 * The series that a payment or a registration begins (`standingInstruction.mode=INITIAL`), or undefined.
 *
 * @param isCharged whether money moves with it: then it is the first instalment
 * @param begunAtMs when its request came, by the channel's clock
 */
export function seriesBegunBy(
  request: Request,
  { isCharged, begunAtMs }: { readonly isCharged: boolean; readonly begunAtMs: number },
): SeriesOfTypes | undefined {
  if (!beginsSeries(request)) return undefined
  const expiry = request['standingInstruction.expiry']
  const instalments = instalmentsOf(request)
  const series = {
    begunAtMs,
    ...(expiry !== undefined && { expiry }),
    ...(instalments !== undefined && { instalments, charged: Number(isCharged) }),
  }
  return { [typeOf(request)]: series }
}

/** The number of instalments that a request names; undefined where it is none of instalments. */
function instalmentsOf(request: Request): number | undefined {
  const number = request['standingInstruction.numberOfInstallments']
  return isOfInstalments(request) && number !== undefined ? Number(number) : undefined
}

/** Every request with a mode has a type. */
export const typeOf = (request: Request) => request['standingInstruction.type'] ?? ''
export const beginsSeries = (request: Request) => request['standingInstruction.mode'] === 'INITIAL'
export const isRepeated = (request: Request) => request['standingInstruction.mode'] === 'REPEATED'
const isOfInstalments = (request: Request) => typeOf(request) === 'INSTALLMENT'
export const isInstalment = (request: Request) => isRepeated(request) && isOfInstalments(request)

/**
 * Why a repeated payment does not belong to its series any more: the last day has passed, or all instalments are
 * charged (interface document, Card on file: expiry, numberOfInstallments). What was agreed at the beginning
 * counts, and what the request names, whichever ends sooner.
 *
 * In `strict` an instalment of a series without a number is refused as well, as acquirers do.
 */
export function seriesRefusal(
  all: SeriesOfTypes,
  request: Request,
  when: WhenOfSeries,
  series = seriesFor(all, request, when),
): Refusal | undefined {
  const isNumberMissing = when.profile === 'strict' && isOfInstalments(request)
  if (!isRepeated(request)) {
    return isNumberMissing && instalmentsOf(request) === undefined ? numberMissing : undefined
  }
  const lastDay = lastDayOf(all, request, series)
  if (lastDay !== undefined && isOver(lastDay, when)) {
    return over(`its last day was ${lastDay} (standingInstruction.expiry)`)
  }
  const agreed = agreedNumber(series, request)
  if (isNumberMissing && agreed === Infinity) return numberMissing
  if (!isInstalment(request) || (series.charged ?? 0) < agreed) return undefined
  return over(`its ${agreed} instalments are charged (standingInstruction.numberOfInstallments)`)
}

/** How many instalments a series has, by its agreement and by a request, whichever is less. */
function agreedNumber({ instalments = Infinity }: Series, request: Request): number {
  return Math.min(instalments, instalmentsOf(request) ?? Infinity)
}

/**
 * The last day of the series of a request. A payment of a type that nobody has agreed to, which only the profile
 * `legacy` takes, ends with the latest agreement.
 */
function lastDayOf(
  all: SeriesOfTypes,
  request: Request,
  series: Series | undefined = all[typeOf(request)],
): string | undefined {
  const agreed = series?.begunAtMs === undefined ? latestOf(all) : series
  const days = [agreed?.expiry, request['standingInstruction.expiry']]
  return days.filter((day) => day !== undefined).sort()[0]
}

function latestOf(all: SeriesOfTypes): Series | undefined {
  const byAge = Object.values(all).sort((a, b) => (a.begunAtMs ?? 0) - (b.begunAtMs ?? 0))
  return byAge.at(-1)
}

const inUtc = (day: string) => Date.parse(`${day}T23:59:59.999Z`)

const isOver = (lastDay: string, { nowMs, endOfDay = inUtc }: WhenOfSeries) =>
  nowMs > endOfDay(lastDay)

const numberMissing: Refusal = refuseParameters([
  {
    name: 'standingInstruction.numberOfInstallments',
    value: '',
    message: 'is required for instalments, here or in the first payment of the series',
  },
])

const over = (why: string): Refusal =>
  refuse(SERIES_IS_OVER, { description: `The series of payments is over: ${why}` })

/** Whether a payment takes money from the cardholder. */
export function isCharge({ paymentType, amountMinor }: PaymentRow): boolean {
  return (paymentType === 'DB' || paymentType === 'PA') && amountMinor > 0
}
