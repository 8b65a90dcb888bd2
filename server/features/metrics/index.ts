/** What the rest of the gateway uses of metrics. */

export { createMetrics } from './metrics.ts'
