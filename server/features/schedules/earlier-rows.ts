import type { ScheduleRow } from '../../store/port.ts'
import { endOfTermAt } from './ends.ts'
import { planOf } from './plan.ts'
import { requestOf } from './request.ts'

/**
 * A row as it counts. Versions before 1 December 2026 took the end of a term for a moment at which a run may be
 * due: their rows name it as the last moment, and as the next run where it is due, which is one charge too many.
 */
export function withHalfOpenTerm(row: ScheduleRow): ScheduleRow {
  const { startsAtMs, endsAtMs, nextRunAtMs } = row
  if (endsAtMs === null || !row.request.includes('job.durationNumber')) return row
  const endMs = endOfTermAt(planOf(requestOf(row)), startsAtMs, endsAtMs)
  if (endMs === undefined) return row
  const isAtEnd = nextRunAtMs !== null && nextRunAtMs >= endMs
  return { ...row, endsAtMs: endMs - 1, nextRunAtMs: isAtEnd ? null : nextRunAtMs }
}
