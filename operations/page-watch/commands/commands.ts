import type { Command } from '../../../server/cli/command.ts'
import { checkPageCommand } from './check.ts'

/** `tillgate page …` */
export const pageCommands: readonly Command[] = [checkPageCommand]
