import type { TimerHandler } from '../../server/kernel/timers/timers.ts'
import type { ImportReport } from '../../server/payments/connectors/index.ts'
import type { Core, Feature, Started } from '../../server/payments/index.ts'
import type { DecideAskedFile, ReportFiledChargeback } from '../../server/payments/record/index.ts'
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
import { createFileIntake, type FileIntake } from './file-intake.ts'
import { createAskedFiles, createFiledChargebacks } from './filed-chargebacks.ts'
import { createFiledFailures, type FailureParts } from './filed-failures.ts'
import { createTextMasking } from './masked-texts.ts'
import { paymentRoutes } from './payment-routes.ts'
import { payoutRoutes } from './payout-routes.ts'
import { reconciliationRoutes } from './reconciliation-routes.ts'
import { reportRoutes } from './routes.ts'
import { createReportImport } from './told-reports.ts'
import { type FolderParts, importFolder, LOOK_EVERY_MS } from './watched-folder.ts'

interface StartParts
  extends Omit<FolderParts, 'settlementFolder' | 'keyedHash'>,
    Pick<Core, 'clock' | 'vault'>,
    Omit<FailureParts, 'store' | 'clock' | 'log'> {
  readonly settlementFolder: string | null
  /** `undefined` where no disputes are kept: chargebacks of files then wait. */
  readonly reportFiledChargeback: ReportFiledChargeback | undefined
}

interface MadeAtStart {
  readonly intake: FileIntake
  readonly importReport: ImportReport
  readonly decideAskedFile: DecideAskedFile | undefined
  readonly onDeliveryTimer: TimerHandler
  /** Of what files tell of payments. */
  readonly onReportTimer: TimerHandler
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
    ...payoutRoutes,
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
  readSettings: {
    settlementFolder: async ({ settlementFolder }) => settlementFolder,
  },

  start({
    settlementFolder,
    store,
    vault,
    clock,
    log,
    reportFiledChargeback: report,
    onRefused,
    ...ofFailures
  }: StartParts): Started & MadeAtStart {
    const keyedHash = async () => vault.keyedHash
    const parts = { settlementFolder, store, vault, clock, log, keyedHash, onRefused }
    const delivery = createDailyDelivery(parts)
    const bookFailures = createFiledFailures({ ...ofFailures, ...parts })
    const reportChargebacks = createFiledChargebacks({ ...parts, report })
    const intake = createFileIntake(parts)
    return {
      intake,
      importReport: createReportImport({ store, intake, onRefused }),
      decideAskedFile: report && createAskedFiles({ store, report }),
      onDeliveryTimer: delivery.onTimer,
      onReportTimer: async (timer) => {
        const next = await bookFailures(timer)
        return next === 'done' ? reportChargebacks(timer) : next
      },
      close: delivery.close,
      work: [
        createTextMasking(parts),
        ...(settlementFolder === null
          ? []
          : [{ everyMs: LOOK_EVERY_MS, run: () => importFolder(parts) }]),
      ],
    }
  },
} as const satisfies Feature
