import type { PaymentRow } from '../../engine/store/port.ts'
import type { Profile } from '../../wire/entities/settings.ts'
import { type Refusal, refuse, refuseParameters } from '../../wire/results/refusal.ts'

/** What the cardholder has agreed to for a series of payments, and how much of it is charged. */
export interface Series {
  /** `standingInstruction.type`: absent of one that an older version has stored. */
  readonly type?: string
  /** The last day of the series, as YYYY-MM-DD. */
  readonly expiry?: string
  /** How many instalments there are in all. */
  readonly instalments?: number
  /** How many of them were charged, or are being charged. A declined one is none. */
  readonly charged?: number
  /** When its first payment was made, by the channel's clock. */
  readonly begunAtMs?: number
}

/** Whether an instalment was counted in this series, not in an earlier one of the same registration. */
export function isCountedIn(
  { begunAtMs = 0 }: Series,
  { createdAtMs }: Pick<PaymentRow, 'createdAtMs'>,
): boolean {
  return createdAtMs > begunAtMs
}

/** The code of a rebill of a series that has an end: its instalments are counted, or its last day has passed. */
export function rebillFault(
  series: Series,
  when: { readonly nowMs: number; readonly profile: Profile },
): string | undefined {
  if (series.instalments !== undefined) return SERIES_IS_OVER
  const refusal = seriesRefusal(series, { 'standingInstruction.mode': 'REPEATED' }, when)
  return refusal?.code
}

/** The code of a payment that its series does not allow any more. */
const SERIES_IS_OVER = '100.150.300'

export type Request = Readonly<Record<string, string | undefined>>

/**
 * The series that a payment or a registration begins (`standingInstruction.mode=INITIAL`), or undefined.
 *
 * @param isCharged whether money moves with it: then it is the first instalment
 */
export function seriesBegunBy(request: Request, isCharged: boolean): Series | undefined {
  if (request['standingInstruction.mode'] !== 'INITIAL') return undefined
  const expiry = request['standingInstruction.expiry']
  const instalments = instalmentsOf(request)
  const type = request['standingInstruction.type']
  return {
    ...(type !== undefined && { type }),
    ...(expiry !== undefined && { expiry }),
    ...(instalments !== undefined && { instalments, charged: Number(isCharged) }),
  }
}

/** The number of instalments that a request names; undefined where it is none of instalments. */
function instalmentsOf(request: Request): number | undefined {
  const number = request['standingInstruction.numberOfInstallments']
  return isOfInstalments(request) && number !== undefined ? Number(number) : undefined
}

export const isRepeated = (request: Request) => request['standingInstruction.mode'] === 'REPEATED'
const isOfInstalments = (request: Request) => request['standingInstruction.type'] === 'INSTALLMENT'
export const isInstalment = (request: Request) => isRepeated(request) && isOfInstalments(request)

/**
 * Why a repeated payment does not belong to its series any more: the last day has passed, or all instalments are
 * charged (interface document, Card on file: expiry, numberOfInstallments). What was agreed at the beginning
 * counts, and what the request names, whichever ends sooner.
 *
 * In `strict` an instalment of a series without a number is refused as well, as acquirers do.
 *
 * @param nowMs by the channel's clock; a day ends in UTC
 */
export function seriesRefusal(
  series: Series,
  request: Request,
  { nowMs, profile }: { readonly nowMs: number; readonly profile: Profile },
): Refusal | undefined {
  const isNumberMissing = profile === 'strict' && isOfInstalments(request)
  if (!isRepeated(request)) {
    return isNumberMissing && instalmentsOf(request) === undefined ? numberMissing : undefined
  }
  const days = [series.expiry, request['standingInstruction.expiry']].filter(
    (day) => day !== undefined,
  )
  const [lastDay] = days.sort()
  if (lastDay !== undefined && nowMs > Date.parse(`${lastDay}T23:59:59.999Z`)) {
    return over(`its last day was ${lastDay} (standingInstruction.expiry)`)
  }
  const agreed = Math.min(series.instalments ?? Infinity, instalmentsOf(request) ?? Infinity)
  if (isNumberMissing && agreed === Infinity) return numberMissing
  if (!isInstalment(request) || (series.charged ?? 0) < agreed) return undefined
  return over(`its ${agreed} instalments are charged (standingInstruction.numberOfInstallments)`)
}

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
