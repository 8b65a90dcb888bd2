import { forPeople } from '../../http/for-people.ts'
import type { Core, Feature, Joined, Started } from '../../payments/index.ts'
import { scheduleRules } from './check-rules.ts'
import { createScheduleEnds } from './registration-end.ts'
import { scheduleRoutes } from './routes.ts'
import type { RunParts } from './runs.ts'
import { createScheduleService, type ScheduleService } from './service.ts'

interface MadeAtJoin {
  readonly schedulesEnd: ReturnType<typeof createScheduleEnds>
}

const PLANNING: readonly string[] = [
  '/scheduling/v1/schedules',
  '/scheduling/v1/schedules/{id}/reschedule',
]

/** Pays again and again with stored payment details. */
export const schedules = {
  name: 'schedules',
  needs: ['registrations'],
  routes: [
    ...scheduleRoutes,
    // People pause and end what merchants have planned; they plan nothing, neither amounts nor cards.
    ...forPeople(
      scheduleRoutes.filter(({ path }) => !PLANNING.includes(path)),
      { read: 'customers.read', write: 'customers.write' },
    ),
  ],
  checks: [scheduleRules],

  join({ store, notifications }: Pick<Core, 'store' | 'notifications'>): Joined & MadeAtJoin {
    return { schedulesEnd: createScheduleEnds({ store, notifications }) }
  },

  start(parts: RunParts): Started & { readonly service: ScheduleService } {
    return { service: createScheduleService(parts) }
  },
} as const satisfies Feature
