import type { Command } from '../../../server/cli/command.ts'
import { auditCheckpointCommand } from './checkpoint.ts'
import { verifyAuditCommand } from './verify.ts'

/** `tillgate audit …` */
export const auditCommands: readonly Command[] = [verifyAuditCommand, auditCheckpointCommand]
