import type { Config } from '../../kernel/settings/config.ts'
import type { Feature } from '../../payments/index.ts'
import { batchRules, journalRules, matchRules, settlementLineRules } from './check-rules.ts'
import { reportRoutes } from './routes.ts'
import { type FolderParts, importFolder, LOOK_EVERY_MS } from './watched-folder.ts'

interface StartParts extends Omit<FolderParts, 'settlementFolder'> {
  /** Absent where no settings were read. */
  readonly settlementFolder?: string | null
}

/** What acquirers settle and pay out: files, matching, the general ledger, reports. */
export const settlement = {
  name: 'settlement',
  needs: ['query'],
  routes: reportRoutes,
  commands: async () => (await import('./commands/commands.ts')).settlementCommands,
  checks: [journalRules, batchRules, settlementLineRules, matchRules],
  readSettings: [async ({ settlementFolder }: Config) => ({ settlementFolder })],

  start({ settlementFolder = null, store, clock, log }: StartParts) {
    const parts = { settlementFolder, store, clock, log }
    return {
      work:
        settlementFolder === null
          ? []
          : [{ everyMs: LOOK_EVERY_MS, run: () => importFolder(parts) }],
    }
  },
} as const satisfies Feature
