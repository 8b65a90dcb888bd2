import type { Config } from '../../server/kernel/settings/config.ts'
import type { Core, Feature, ReportFiledChargeback } from '../../server/payments/index.ts'
import { accountRoutes } from './account-routes.ts'
import { settlementRoutes } from './admin-routes.ts'
import {
  batchRules,
  fileRules,
  journalRules,
  matchRules,
  settlementLineRules,
} from './check-rules.ts'
import { createDailyDelivery, sealedFor } from './daily-delivery.ts'
import { createFileIntake } from './file-intake.ts'
import { createAskedFiles, createFiledChargebacks } from './filed-chargebacks.ts'
import { paymentRoutes } from './payment-routes.ts'
import { reconciliationRoutes } from './reconciliation-routes.ts'
import { reportRoutes } from './routes.ts'
import { type FolderParts, importFolder, LOOK_EVERY_MS } from './watched-folder.ts'

interface StartParts
  extends Omit<FolderParts, 'settlementFolder' | 'keyedHash'>,
    Pick<Core, 'clock' | 'vault'> {
  /** Absent where no settings were read. */
  readonly settlementFolder?: string | null
  /** Absent where no disputes are kept: chargebacks of files then wait. */
  readonly reportFiledChargeback?: ReportFiledChargeback
}

/** What acquirers settle and pay out: files, matching, the general ledger, reports. */
export const settlement = {
  name: 'settlement',
  needs: ['query'],
  routes: [
    ...reportRoutes,
    ...settlementRoutes,
    ...accountRoutes,
    ...reconciliationRoutes,
    ...paymentRoutes,
  ],
  commands: async () => (await import('./commands/commands.ts')).settlementCommands,
  seals: [
    {
      table: 'reconciliation_target',
      id: 'entity_id',
      column: 'sealed_password',
      placeOf: sealedFor,
    },
  ],
  checks: [journalRules, fileRules, batchRules, settlementLineRules, matchRules],
  readSettings: [async ({ settlementFolder }: Config) => ({ settlementFolder })],

  start({
    settlementFolder = null,
    store,
    vault,
    clock,
    log,
    reportFiledChargeback: report,
  }: StartParts) {
    const keyedHash = async () => vault.keyedHash
    const parts = { settlementFolder, store, vault, clock, log, keyedHash }
    const delivery = createDailyDelivery(parts)
    return {
      services: {
        settlementIntake: createFileIntake(parts),
        ...(report && { decideAskedFile: createAskedFiles({ store, report }) }),
      },
      timers: {
        reconciliationDelivery: delivery.onTimer,
        ...(report && { filedChargebacks: createFiledChargebacks({ ...parts, report }) }),
      },
      close: delivery.close,
      work:
        settlementFolder === null
          ? []
          : [{ everyMs: LOOK_EVERY_MS, run: () => importFolder(parts) }],
    }
  },
} as const satisfies Feature
