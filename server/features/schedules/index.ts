/** What the rest of the gateway uses of schedules. */

export { withHalfOpenTerm } from './earlier-rows.ts'
export { expressionOf, nextRunOf, nextRunsOf, planOf } from './plan.ts'
export { changedRequest, requestOf } from './request.ts'
export { findChangeable, findSchedule, planRefusedAlone, scheduleRoutes } from './routes.ts'
export { retriedNow } from './rules.ts'
export type { ScheduleService } from './service.ts'
