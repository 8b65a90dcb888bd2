import { formatAmount } from '../../../common/money.ts'
import { type Answer, bodyOf } from '../../http/answer.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { toTree } from '../../parameters/tree.ts'
import type { ScheduleRow } from '../../store/port.ts'
import type { ScheduleType } from './event.ts'
import { nextRunsOf, planOf } from './plan.ts'
import { requestOf } from './request.ts'

/** How many run times an answer names. */
const SHOWN_RUNS = 10

const END_REASONS: Readonly<Record<NonNullable<ScheduleRow['endReason']>, string>> = {
  noMoreRuns: 'it had its last run',
  registration: 'its registration has ended',
  advice: 'the card must not be charged again, see its last payment',
}

const PAUSE_REASONS: Readonly<Record<NonNullable<ScheduleRow['pauseReason']>, string>> = {
  merchant: 'it was paused by a request',
  cardExpired: 'its card has expired: reschedule it with the registrationId of another one',
}

export interface ScheduleAnswer {
  readonly ndc: string
  readonly paymentType: ScheduleType
  /** By the channel's clock. */
  readonly nowMs: number
  readonly isDryRun?: boolean
  /** The plan that takes its place. */
  readonly replacedBy?: string | undefined
}

/** The answer about one schedule. */
export function scheduleAnswer(row: ScheduleRow, how: ScheduleAnswer): Answer {
  const { ndc, nowMs } = how
  const { id, registrationId, paymentType, amount, currency, ...after } = membersOf(row, how)
  const known = { registrationId, paymentType, amount, currency }
  const before = how.isDryRun === true ? known : { id, ...known }
  return {
    status: 200,
    body: bodyOf('000.100.110', { ndc, atMs: nowMs }, { before, after }),
  }
}

/** The schedules of a registration. */
export function scheduleListAnswer(
  rows: readonly ScheduleRow[],
  { ndc, nowMs, next }: Pick<ScheduleAnswer, 'ndc' | 'nowMs'> & { readonly next?: string },
): Answer {
  const schedules = rows.map((row) => membersOf(row, { ndc, nowMs, paymentType: 'SD' }))
  const after = { schedules, ...(next === undefined ? {} : { next }) }
  return { status: 200, body: bodyOf('000.100.110', { ndc, atMs: nowMs }, { after }) }
}

function membersOf(row: ScheduleRow, { paymentType, isDryRun, replacedBy }: ScheduleAnswer) {
  const { id, registrationId, amountMinor, currency } = row
  const request = requestOf(row)
  const { entityId: _, paymentType: runs, ...echo } = request.echo()
  return {
    id,
    registrationId,
    paymentType,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    ...withoutColumns(toTree(echo)),
    plan: planMembers(row, isDryRun === true, { runs, replacedBy }),
    nextRuns:
      row.state === 'active' ? nextRunsOf(planOf(request), row, SHOWN_RUNS).map(wireTimestamp) : [],
  }
}

function withoutColumns(tree: Readonly<Record<string, unknown>>) {
  const { registrationId: _r, amount: _a, currency: _c, ...members } = tree
  return members
}

function planMembers(
  row: ScheduleRow,
  isDryRun: boolean,
  more: { readonly runs: string | undefined; readonly replacedBy: string | undefined },
) {
  const { state, chainId, pauseReason, endReason, endsAtMs, lastRunAtMs, lastPaymentId } = row
  const { pastDueSinceMs, retryAtMs } = row
  if (isDryRun) return { active: false, state: 'dryRun', ...ends(endsAtMs) }
  return {
    active: state === 'active',
    state: state === 'active' && pastDueSinceMs !== null ? 'pastDue' : state,
    ...(pastDueSinceMs === null ? {} : { pastDueSince: wireTimestamp(pastDueSinceMs) }),
    ...(pauseReason === null ? {} : { pauseReason: PAUSE_REASONS[pauseReason] }),
    ...(endReason === null ? {} : { endReason: END_REASONS[endReason] }),
    firstId: chainId,
    ...(more.replacedBy === undefined ? {} : { replacedBy: more.replacedBy }),
    executes: more.runs === undefined || more.runs === 'SD' ? 'DB' : more.runs,
    runs: row.runs,
    ...ends(endsAtMs),
    ...(lastRunAtMs === null ? {} : { lastRun: wireTimestamp(lastRunAtMs) }),
    ...(lastPaymentId === null ? {} : { lastPaymentId }),
    ...(retryAtMs === null ? {} : { retryAt: wireTimestamp(retryAtMs), retries: row.retries }),
  }
}

function ends(endsAtMs: number | null) {
  return endsAtMs === null ? {} : { endsAt: wireTimestamp(endsAtMs) }
}
