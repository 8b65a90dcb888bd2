import type { Feature } from '../../payments/index.ts'

/** What acquirers settle and pay out: files, matching, the general ledger. */
export const settlement = {
  name: 'settlement',
  commands: async () => (await import('./commands/commands.ts')).settlementCommands,
} as const satisfies Feature
