import type { Feature } from '../../payments/index.ts'
import { batchRules, journalRules, matchRules, settlementLineRules } from './check-rules.ts'
import { reportRoutes } from './routes.ts'

/** What acquirers settle and pay out: files, matching, the general ledger. */
export const settlement = {
  name: 'settlement',
  needs: ['query'],
  routes: reportRoutes,
  checks: [journalRules, batchRules, settlementLineRules, matchRules],
  commands: async () => (await import('./commands/commands.ts')).settlementCommands,
} as const satisfies Feature
