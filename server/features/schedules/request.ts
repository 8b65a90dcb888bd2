import { HOUR_MS } from '../../../common/durations.ts'
import { ParameterValues, type SentParameter } from '../../parameters/values.ts'
import type { SeriesOfRun } from '../../payments/screen/index.ts'
import type { ScheduleRow, Store } from '../../store/port.ts'
import { endOfDay, planOf } from './plan.ts'
import type { DueRun } from './rules.ts'

/** Which payment each run makes: SD, as newer requests say, is a debit. */
type RunType = 'DB' | 'PA' | 'CD'

/** The fields of the plan that `job.expression` overwrites. */
const TIMES = [
  'job.second',
  'job.minute',
  'job.hour',
  'job.dayOfMonth',
  'job.month',
  'job.dayOfWeek',
  'job.year',
]
const DAYS = ['job.dayOfMonth', 'job.dayOfWeek']

/** What names the first payment of a series. */
const FIRST_PAYMENT = [
  'standingInstruction.initialTransactionId',
  'standingInstruction.agreementId',
] as const

/** What is stored of the request that made a schedule. */
export function storedRequest(values: ParameterValues): string {
  return JSON.stringify(values.entries().filter(([name]) => name !== 'dryRun'))
}

export function requestOf({ request }: Pick<ScheduleRow, 'request'>): ParameterValues {
  return ParameterValues.of(JSON.parse(request) as SentParameter[])
}

/** The type of the payments of a schedule. */
export function runTypeOf(values: ParameterValues): RunType {
  const type = values.sent('paymentType')
  return type === 'PA' || type === 'CD' ? type : 'DB'
}

/** The parameters of a run: a payment that the merchant starts, with the registration. */
export function runValues(request: ParameterValues): ParameterValues {
  const own = request.entries().filter(([name]) => !name.startsWith('job.'))
  return ParameterValues.of([
    ['standingInstruction.type', 'RECURRING'],
    ['standingInstruction.recurringType', 'SUBSCRIPTION'],
    ...own,
    ['standingInstruction.mode', 'REPEATED'],
    ['standingInstruction.source', 'MIT'],
    ['paymentType', runTypeOf(request)],
  ])
}

/**
 * The request of a plan that replaces another one: what is not sent stays as it was. An expression
 * takes the place of all single fields, a single field that of an expression, and a field of days that
 * of both, because only one of them says on which days.
 */
export function changedRequest(before: ParameterValues, changes: ParameterValues): ParameterValues {
  const dropped = new Set<string>(['dryRun'])
  // Another card has another first payment.
  if (changes.has('registrationId')) for (const name of FIRST_PAYMENT) dropped.add(name)
  if (changes.has('job.expression')) for (const name of TIMES) dropped.add(name)
  if (TIMES.some((name) => changes.sent(name) !== undefined)) dropped.add('job.expression')
  if (DAYS.some((name) => changes.sent(name) !== undefined))
    for (const name of DAYS) dropped.add(name)
  const kept = before.entries().filter(([name]) => !dropped.has(name))
  const sent = changes.entries().filter(([name]) => name !== 'paymentType' && name !== 'entityId')
  return ParameterValues.of([...kept, ...sent])
}

/** How late a run may be paid and still be one of the day on which it was due. */
const MAX_DELAY_MS = HOUR_MS

type Reading = Pick<Store, 'read'>

/**
 * Where the series of a run is kept, and when its days end: in the time zone of the plan. Instalments are those of
 * the series with which the schedule was made, whatever card pays them now; of another type of series, what the
 * cardholder has agreed to with the card that is charged counts.
 */
export async function seriesOfRun(
  { row, due }: { readonly row: ScheduleRow; readonly due: DueRun },
  store: Reading,
): Promise<SeriesOfRun> {
  const request = requestOf(row)
  const isInstalment = runValues(request).get('standingInstruction.type') === 'INSTALLMENT'
  const first = await firstOf(row, store)
  return {
    registrationId: isInstalment ? first.registrationId : row.registrationId,
    madeAtMs: first.createdAtMs,
    endOfDay(day) {
      const endMs = endOfDay(day, planOf(request).zone)
      return due.kind === 'planned' && due.dueAtMs <= endMs ? endMs + MAX_DELAY_MS : endMs
    },
  }
}

/** The schedule with which the chain of another one began. */
export async function firstOf(row: ScheduleRow, { read }: Reading): Promise<ScheduleRow> {
  return (row.chainId === row.id ? undefined : await read.schedule(row.chainId)) ?? row
}
