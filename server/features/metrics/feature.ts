import type { Feature } from '../../payments/index.ts'
import { metricsRoutes } from './routes.ts'

/** Counts what the process does, for a monitoring system. */
export const metrics = { name: 'metrics', routes: metricsRoutes } as const satisfies Feature
