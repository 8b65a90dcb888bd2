import type { Command } from '../../../server/cli/command.ts'
import {
  changeAcquirerCommand,
  createAcquirerCommand,
  listAcquirersCommand,
  removeAcquirerCommand,
} from './accounts.ts'
import {
  importSettlementCommand,
  listSettlementFilesCommand,
  removeSettlementFileCommand,
} from './import.ts'
import { matchSettlementCommand, openSettlementCommand } from './match.ts'
import {
  deliverReconciliationCommand,
  listDeliveriesCommand,
  reconciliationTargetCommand,
  writeReconciliationCommand,
} from './reconciliation.ts'
import { settlementStatusCommand } from './status.ts'

/** `tillgate acquirer …` and `tillgate settlement …`, in the order in which help shows them. */
export const settlementCommands: readonly Command[] = [
  createAcquirerCommand,
  changeAcquirerCommand,
  listAcquirersCommand,
  removeAcquirerCommand,
  importSettlementCommand,
  listSettlementFilesCommand,
  removeSettlementFileCommand,
  openSettlementCommand,
  matchSettlementCommand,
  settlementStatusCommand,
  writeReconciliationCommand,
  deliverReconciliationCommand,
  reconciliationTargetCommand,
  listDeliveriesCommand,
]
