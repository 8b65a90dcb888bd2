import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { built, type Home, settingsOf } from '../servers.ts'

const AT_MOST_MS = 10 * 60_000

/**
 * Runs `tillgate check` over a database: milliseconds, its start included. Rejects with what it said
 * when it finds a problem; null when the command is not built.
 */
export async function checkMsOf(home: Home): Promise<number | null> {
  const command = built('../server/cli.js')
  if (!existsSync(command)) return null
  const env = { ...process.env, ...settingsOf(home) }
  const startMs = performance.now()
  await promisify(execFile)(process.execPath, [command, 'check'], {
    env,
    timeout: AT_MOST_MS,
  }).catch((error: Error & { readonly stdout?: string; readonly stderr?: string }) => {
    throw new Error(`tillgate check failed: ${error.stdout}${error.stderr}`, { cause: error })
  })
  return performance.now() - startMs
}
