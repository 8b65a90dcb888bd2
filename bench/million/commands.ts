import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../measure/command.ts'
import { significant } from '../measure/statistics.ts'
import type { Home } from '../servers.ts'
import { CHECK_AIM_MS, type CommandFigures } from './figures.ts'

/**
 * Checks the full database, and on SQLite backs it up, verifies the copy and puts it in its place. Each must
 * succeed. PostgreSQL is backed up by its own programs, which the benchmark does not have.
 */
export async function commandFigures(
  home: Home,
  payments: number,
): Promise<readonly CommandFigures[]> {
  const aimMs = (CHECK_AIM_MS * payments) / 1e6
  const check = { ...(await figuresOf(home, ['check'])), aimMs }
  if (home.databaseUrl !== undefined) return [check]
  const backup = join(home.dataDir, 'copy.db')
  const figures = [
    check,
    await figuresOf(home, ['backup', backup]),
    await figuresOf(home, ['backup', 'verify', backup]),
    await figuresOf(home, ['restore', backup]),
  ]
  await rm(backup)
  return figures
}

async function figuresOf(home: Home, words: readonly string[]): Promise<CommandFigures> {
  const { seconds, peakMb } = await runCommand(home, words)
  const name = words.filter((word) => !word.includes('/')).join(' ')
  return { name, ms: significant(seconds * 1000), peakMb: significant(peakMb) }
}
