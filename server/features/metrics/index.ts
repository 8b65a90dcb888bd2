/** What the rest of the gateway uses of metrics. */

export { createMetrics } from './gateway-metrics.ts'
export { metricsRoutes } from './routes.ts'
