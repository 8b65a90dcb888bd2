import type { Command } from '../../../server/cli/command.ts'
import { createUserCommand } from './create.ts'
import { listUsersCommand } from './list.ts'
import { resetUserCommand } from './reset.ts'
import { unlockUserCommand } from './unlock.ts'

/** `tillgate user …` */
export const userCommands: readonly Command[] = [
  createUserCommand,
  listUsersCommand,
  unlockUserCommand,
  resetUserCommand,
]
