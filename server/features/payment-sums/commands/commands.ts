import type { Command } from '../../../cli/command.ts'
import { rebuildSumsCommand } from './rebuild.ts'

/** `tillgate sums …` */
export const sumsCommands: readonly Command[] = [rebuildSumsCommand]
