import type { PaymentRow } from '../../engine/store/port.ts'
import type { Profile } from '../../wire/entities/settings.ts'
import { type Refusal, refuse, refuseParameters } from '../../wire/results/refusal.ts'

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
}

/** The series of a registration by `standingInstruction.type`: each type is agreed to by itself. */
export type SeriesOfTypes = Readonly<Record<string, Series>>

/** The types of series that a cardholder has agreed to. */
export function agreedTypes(all: SeriesOfTypes = {}): readonly string[] {
  return Object.keys(all).filter((type) => all[type]?.begunAtMs !== undefined)
}

/** Whether an instalment was counted in this series, not in an earlier one of the same registration. */
export function isCountedIn(
  { begunAtMs = 0 }: Series,
  { createdAtMs }: Pick<PaymentRow, 'createdAtMs'>,
): boolean {
  return createdAtMs > begunAtMs
}

/** When a payment of a series is made. */
export interface WhenOfSeries {
  /** By the channel's clock. */
  readonly nowMs: number
  readonly profile: Profile
  /** The last moment of a day, YYYY-MM-DD, where the plan of the payment is; absent: in UTC. */
  readonly endOfDay?: ((day: string) => number) | undefined
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
 * @param begunAtMs when that is written, by the channel's clock
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
): Refusal | undefined {
  const isNumberMissing = when.profile === 'strict' && isOfInstalments(request)
  if (!isRepeated(request)) {
    return isNumberMissing && instalmentsOf(request) === undefined ? numberMissing : undefined
  }
  const lastDay = lastDayOf(all, request)
  if (lastDay !== undefined && isOver(lastDay, when)) {
    return over(`its last day was ${lastDay} (standingInstruction.expiry)`)
  }
  const { instalments = Infinity, charged = 0 } = all[typeOf(request)] ?? {}
  const agreed = Math.min(instalments, instalmentsOf(request) ?? Infinity)
  if (isNumberMissing && agreed === Infinity) return numberMissing
  if (!isInstalment(request) || charged < agreed) return undefined
  return over(`its ${agreed} instalments are charged (standingInstruction.numberOfInstallments)`)
}

/**
 * The last day of the series of a request. A payment of a type that nobody has agreed to, which only the profile
 * `legacy` takes, ends with the latest agreement.
 */
function lastDayOf(all: SeriesOfTypes, request: Request): string | undefined {
  const own = all[typeOf(request)]
  const agreed = own?.begunAtMs === undefined ? latestOf(all) : own
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
