import type { Command } from '../../../server/cli/command.ts'
import { listDisputesCommand } from './list.ts'
import { disputeRatiosCommand } from './ratios.ts'
import { reportDisputeCommand } from './report.ts'
import { showDisputeCommand } from './show.ts'

/** `tillgate dispute …` */
export const disputeCommands: readonly Command[] = [
  reportDisputeCommand,
  listDisputesCommand,
  showDisputeCommand,
  disputeRatiosCommand,
]
