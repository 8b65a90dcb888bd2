import type { Command } from '../../../cli/command.ts'
import { deleteNumbersCommand } from './delete.ts'
import { giveUpCommand } from './give-up.ts'

/** `tillgate numbers …` */
export const numberCommands: readonly Command[] = [deleteNumbersCommand, giveUpCommand]
