import type { Notifications, NotifiedEntity } from '../../payments/index.ts'
import type { ChangeSet, RegistrationRow, ScheduleRow, Store } from '../../store/port.ts'
import { scheduleChanges } from './notified.ts'
import { ended, endTimerOf, stepSchedule } from './rules.ts'

/** Schedules that end in the commit of their registration; any others end at their next run. */
const MAX_ENDED_TOGETHER = 1000

/** Ends a schedule whose registration has ended. */
export function endedByRegistration(
  row: ScheduleRow,
  nowMs: number,
  entity: NotifiedEntity,
): { readonly after: ScheduleRow; readonly changes: ChangeSet } {
  const { change, after } = stepSchedule(row, ended('registration'), nowMs)
  return { after, changes: [change, endTimerOf(row), ...scheduleChanges(after, 'ended', entity)] }
}

/** Ends the schedules of a registration in the commit that ends it. */
export function createScheduleEnds({
  store,
  notifications,
}: {
  readonly store: Pick<Store, 'read'>
  readonly notifications: Notifications
}): (ended: RegistrationRow) => Promise<ChangeSet> {
  return async ({ id, entityId, updatedAtMs: nowMs }) => {
    const rows = await store.read.currentSchedulesOf(id, MAX_ENDED_TOGETHER)
    if (rows.length === 0) return []
    const entity = await notifications.of(entityId)
    return rows.flatMap((row) => endedByRegistration(row, nowMs, entity).changes)
  }
}
