/** What the rest of the gateway uses of schedules. */

export { scheduleRoutes } from './routes.ts'
