import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What a run may take on a machine that has other tests to run; alone it is a fraction of it. */
export const MAX_SIM_MS = 900_000

/** Runs the command and answers what it prints; rejects when it does not exit with 0. */
export async function sim(...flags: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, ['scripts/sim.mjs', ...flags])
  return stdout.trim()
}
