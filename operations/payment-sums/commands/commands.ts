import type { Command } from '../../../server/cli/command.ts'
import { rebuildSumsCommand } from './rebuild.ts'

/** `tillgate sums …` */
export const sumsCommands: readonly Command[] = [rebuildSumsCommand]
