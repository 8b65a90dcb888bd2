import type { Command } from '../../../cli/command.ts'
import { deleteNumbersCommand } from './delete.ts'

/** `tillgate numbers …` */
export const numberCommands: readonly Command[] = [deleteNumbersCommand]
