/** What the rest of the gateway uses of schedules. */

export { createScheduleEnds } from './registration-end.ts'
export { scheduleRoutes } from './routes.ts'
export { createScheduleService, type ScheduleService } from './service.ts'
