import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import type { Command } from './command.ts'
import { copyCommand } from './copy.ts'
import { migrateCommand } from './migrate.ts'
import { restoreCommand } from './restore.ts'

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [
  migrateCommand,
  checkCommand,
  backupCommand,
  restoreCommand,
  copyCommand,
]
