import { ParameterValues, type SentParameter } from '../../parameters/values.ts'
import type { ScheduleRow } from '../../store/port.ts'

/** Which payment each run makes: SD, as newer requests say, is a debit. */
export type RunType = 'DB' | 'PA' | 'CD'

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
