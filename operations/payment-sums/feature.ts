import type { Feature, Started } from '../../server/payments/index.ts'
import { paymentSumRules } from './check-rules.ts'
import { createLateChanges } from './late-changes.ts'
import { createSumWork, type SumParts } from './sum-work.ts'

/** How often hours that are over are summed, and late outcomes are added, in milliseconds. */
const EVERY_MS = 30_000

/** Sums of payments by hour and day, which the overview of the back office reads. */
export const paymentSums = {
  name: 'payment-sums',
  commands: async () => (await import('./commands/commands.ts')).sumsCommands,
  checks: paymentSumRules,

  start(parts: SumParts): Started {
    const { run } = createSumWork(parts)
    return {
      work: [{ everyMs: EVERY_MS, needsRightTime: true, run }],
      withCommit: createLateChanges(parts),
    }
  },
} as const satisfies Feature
