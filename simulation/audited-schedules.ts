import type { Change, ScheduleRow } from '../server/store/port.ts'
import { steppedRow } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** Subscriptions, rebuilt from the journal. */
export class AuditedSchedules {
  readonly rows = new Map<string, ScheduleRow>()

  fold(change: Change): void {
    if (change.kind === 'insertSchedule') this.rows.set(change.row.id, change.row)
    if (change.kind === 'stepSchedule')
      this.rows.set(change.id, steppedRow(this.#row(change.id), change.set))
  }

  /**
   * Names the run that a payment is made for, as the schedule was before the payment's commit: two
   * payments of one run have one name.
   */
  runOf(scheduleId: string, source: string | undefined): string {
    const { state, nextRunAtMs, lastRunAtMs, retries } = this.#row(scheduleId)
    assertInvariant(
      'scheduled',
      state === 'active',
      () => `a run of a schedule was paid that is ${state}`,
    )
    return source === 'SCHEDULER'
      ? `run ${scheduleId} ${nextRunAtMs}`
      : `run ${scheduleId} ${lastRunAtMs} again ${retries}`
  }

  /** A planned run is only passed by its payment, or by the end of the schedule. */
  judgeStep(change: Change, paid: ReadonlySet<string>): void {
    if (change.kind !== 'stepSchedule') return
    const { nextRunAtMs } = change.set
    const before = this.#row(change.id)
    const isPassed = nextRunAtMs !== undefined && nextRunAtMs !== before.nextRunAtMs
    const isOver = change.set.state !== undefined
    assertInvariant(
      'scheduled',
      !isPassed || isOver || paid.has(change.id),
      () => 'a run of a schedule was passed without a payment',
    )
  }

  #row(id: string): ScheduleRow {
    const row = this.rows.get(id)
    assertInvariant('whole', row !== undefined, () => 'a schedule was stepped that is not there')
    return row
  }
}

/** The schedule of a payment, as its details name it. */
export function scheduleOf(
  request: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>> = {},
): { readonly id: string; readonly source: string | undefined } | undefined {
  const id = shown.scheduleId ?? request.scheduleId
  return id === undefined ? undefined : { id, source: shown.source ?? request.source }
}
