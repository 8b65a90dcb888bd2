import type { ParameterValues } from '../../parameters/values.ts'
import type { ParameterError } from '../../results/refusal.ts'
import type { ScheduleRow } from '../../store/port.ts'
import type { CalendarLength, CalendarUnit } from './calendar.ts'
import { type CronExpression, isCronFault, parseCron } from './cron/expression.ts'
import { nextTime } from './cron/next-time.ts'
import { momentOf, type TimeZone, timeZoneOf, utc } from './cron/time-zone.ts'

/** The plan that the `job.*` parameters of a schedule describe. */
export interface Plan {
  readonly cron: CronExpression
  readonly zone: TimeZone
  /** A run may be due at it, none before; absent: from the beginning. */
  readonly startMs?: number
  /** The local time of `startMs` as it was sent, as if it were UTC: a change of the clock may skip it. */
  readonly startLocalMs?: number
  /** Inclusive: a run may be due at it, none after. */
  readonly endMs?: number
  /** The length of its term, which is half-open: a run at its end belongs to the next term. */
  readonly duration?: CalendarLength
  /** How long runs continue after it is stopped: half-open, as a term. */
  readonly notice?: CalendarLength
  /** How many runs it has at most: one for each instalment. */
  readonly maxRuns?: number
  /** Its terms follow one another, and it can only be stopped at the end of one. */
  readonly endsWithTerm: boolean
}

/** The `job.*` parameters that were sent; or what is wrong with them. */
export function readPlan(values: ParameterValues): Plan | readonly ParameterError[] {
  const zone = timeZoneOf(values.get('job.timeZone') ?? 'UTC')
  if (zone === undefined) return [zoneFault(values.get('job.timeZone') ?? '')]
  return planIn(zone, values)
}

function planIn(zone: TimeZone, values: ParameterValues): Plan | readonly ParameterError[] {
  const expression = expressionOf(values)
  const cron = parseCron(expression)
  const faults: ParameterError[] = isCronFault(cron) ? [cronFault(cron, values)] : []
  const startLocalMs = localOf(values.sent('job.startDate'))
  const startMs = startLocalMs === undefined ? undefined : momentOrNaN(startLocalMs, zone)
  const endLocalMs = localOf(values.sent('job.endDate'))
  const dateMs = endLocalMs === undefined ? undefined : momentOrNaN(endLocalMs, zone)
  const endMs = earlier(dateMs, lastMomentOf(values, zone))
  if (Number.isNaN(startMs)) faults.push(dayFault('job.startDate', values))
  if (Number.isNaN(dateMs)) faults.push(dayFault('job.endDate', values))
  // Times before it cannot be stored.
  if (startMs !== undefined && startMs < 0)
    faults.push(fault('job.startDate', values, 'must not be before 1970-01-01 in UTC'))
  if (startMs !== undefined && dateMs !== undefined && dateMs < startMs)
    faults.push(fault('job.endDate', values, 'must not be before job.startDate'))
  const duration = lengthOf('job.durationNumber', 'job.durationUnit', values, faults)
  const notice = lengthOf('job.noticeNumber', 'job.noticeUnit', values, faults)
  const endsWithTerm = values.get('job.noticeCallable') === 'DURATION_END'
  if (endsWithTerm && duration === undefined)
    faults.push(
      fault('job.noticeCallable', values, 'DURATION_END needs job.durationNumber and its unit'),
    )
  if (duration?.number === 0)
    faults.push(fault('job.durationNumber', values, 'must be more than 0'))
  const maxRuns = instalmentsOf(values)
  if (isCronFault(cron) || faults.length > 0) return faults
  return {
    cron,
    zone,
    endsWithTerm,
    ...(startMs === undefined || startLocalMs === undefined ? {} : { startMs, startLocalMs }),
    ...(endMs === undefined ? {} : { endMs }),
    ...(duration === undefined ? {} : { duration }),
    ...(notice === undefined ? {} : { notice }),
    ...(maxRuns === undefined ? {} : { maxRuns }),
  }
}

/** How many runs are due within a day at most; one of a plan that is refused. */
export function mostRunsADay(values: ParameterValues): number {
  const plan = readPlan(values)
  if (!('cron' in plan)) return 1
  const { second, minute, hour } = plan.cron
  const timesOfDay = second.numbers.size * minute.numbers.size * hour.numbers.size
  return Math.min(timesOfDay, plan.maxRuns ?? Infinity)
}

/** The end of the last day of the mandate (`standingInstruction.expiry`), in the zone of the plan. */
function lastMomentOf(values: ParameterValues, zone: TimeZone): number | undefined {
  const day = values.sent('standingInstruction.expiry')
  return day === undefined ? undefined : endOfDay(day, zone)
}

/** The last millisecond of a day, YYYY-MM-DD, which belongs to it. */
export function endOfDay(day: string, zone: TimeZone): number {
  return momentOrNaN(Date.parse(`${day}T23:59:59Z`), zone) + 999
}

/** Not a number, a date that does not exist, is told as a fault. */
function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}

/** The plan of a schedule that was accepted. A zone that has left the list since counts as UTC (R-OLD-1). */
export function planOf(values: ParameterValues): Plan {
  const plan = planIn(timeZoneOf(values.get('job.timeZone') ?? 'UTC') ?? utc, values)
  if (!('cron' in plan)) throw new Error('A stored schedule has a plan that is not valid')
  return plan
}

/**
 * The seven fields as one expression. The defaults of the two fields of days collide: the one that was
 * not sent is `?`, and dayOfWeek where none was.
 */
export function expressionOf(values: ParameterValues): string {
  const expression = values.sent('job.expression')
  if (expression !== undefined) return expression
  const ofMonth = values.sent('job.dayOfMonth')
  const ofWeek = values.sent('job.dayOfWeek')
  const isByWeek = ofMonth === undefined ? ofWeek !== undefined && ofWeek !== '?' : ofMonth === '?'
  return [
    values.get('job.second'),
    values.get('job.minute'),
    values.get('job.hour'),
    ofMonth ?? (isByWeek ? '?' : values.get('job.dayOfMonth')),
    values.get('job.month'),
    ofWeek ?? (isByWeek ? values.get('job.dayOfWeek') : '?'),
    values.get('job.year'),
  ].join(' ')
}

type JobName = `job.${string}`

function fault(name: JobName, values: ParameterValues, message: string): ParameterError {
  return { name, value: values.sent(name) ?? '', message }
}

function dayFault(name: JobName, values: ParameterValues): ParameterError {
  return fault(name, values, 'must be a day and a time that exist')
}

function zoneFault(value: string): ParameterError {
  const message = 'must be a time zone of the IANA list, such as Europe/Berlin or UTC'
  return { name: 'job.timeZone', value, message }
}

function cronFault(
  { field, value, message }: { field?: string; value: string; message: string },
  values: ParameterValues,
): ParameterError {
  const isWhole = values.has('job.expression') || field === undefined
  const where = field === undefined || !isWhole ? '' : `field ${field} "${value}": `
  return {
    name: isWhole ? 'job.expression' : `job.${field}`,
    value: isWhole ? (values.sent('job.expression') ?? value) : value,
    message: `${where}${message}`,
  }
}

/** A run for each instalment of the mandate; of other series there is no number. */
function instalmentsOf(values: ParameterValues): number | undefined {
  const number = values.sent('standingInstruction.numberOfInstallments')
  const isOfInstalments = values.sent('standingInstruction.type') === 'INSTALLMENT'
  return isOfInstalments && number !== undefined ? Number(number) : undefined
}

/** A local time, as if it were UTC; NaN for a day or an hour that does not exist. */
function localOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(`${text.replace(' ', 'T')}Z`)
}

function momentOrNaN(localMs: number, zone: TimeZone): number {
  return Number.isNaN(localMs) ? localMs : momentOf(localMs, zone)
}

function lengthOf(
  numberName: 'job.durationNumber' | 'job.noticeNumber',
  unitName: 'job.durationUnit' | 'job.noticeUnit',
  values: ParameterValues,
  faults: ParameterError[],
): CalendarLength | undefined {
  const number = values.sent(numberName)
  const unit = values.sent(unitName)
  if (number !== undefined && unit !== undefined)
    return { number: Number(number), unit: unit as CalendarUnit }
  if (number !== undefined)
    faults.push({ name: unitName, value: '', message: `is needed with ${numberName}` })
  if (unit !== undefined)
    faults.push({ name: numberName, value: '', message: `is needed with ${unitName}` })
  return undefined
}

/** When a plan is due after `afterMs`, at `endsAtMs` at the latest; `null`: not any more. */
export function nextRunOf(plan: Plan, endsAtMs: number | null, afterMs: number): number | null {
  const { cron, zone, startMs } = plan
  const next = nextTime(
    cron,
    startMs === undefined ? afterMs : Math.max(afterMs, startMs - 1),
    zone,
  )
  if (next === undefined || (endsAtMs !== null && next > endsAtMs)) return null
  return next
}

/** The next times at which a plan is due, at most `count`. */
export function nextRunsOf(
  plan: Plan,
  { nextRunAtMs, endsAtMs, runs: made }: Pick<ScheduleRow, 'nextRunAtMs' | 'endsAtMs' | 'runs'>,
  count: number,
): number[] {
  const runs: number[] = []
  const most = Math.min(count, (plan.maxRuns ?? Infinity) - made)
  for (let at = nextRunAtMs; at !== null && runs.length < most; at = nextRunOf(plan, endsAtMs, at))
    runs.push(at)
  return runs
}
