import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../kernel/settings/config.ts'

/** That a backup was opened and checked. */
export interface VerifiedBackup {
  readonly verifiedAtMs: number
  /** Of the newest payment in it; `null`: it had none. */
  readonly newestMs: number | null
}

type Place = Pick<Config, 'database' | 'dataDir'>

/** Beside a file of SQLite, else in the data directory. */
function noteOf({ database, dataDir }: Place): string {
  return database.engine === 'sqlite'
    ? `${database.path}.last-verified-backup`
    : join(dataDir, 'last-verified-backup')
}

/** Rejects where the file cannot be written. */
export async function noteVerifiedBackup(place: Place, verified: VerifiedBackup): Promise<void> {
  await writeFile(noteOf(place), `${JSON.stringify(verified)}\n`, { mode: 0o600 })
}

/** `undefined`: none was verified, or nobody can read the note. */
export async function lastVerifiedBackup(place: Place): Promise<VerifiedBackup | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(noteOf(place), 'utf8'))
    return isVerified(note) ? note : undefined
  } catch {
    return undefined
  }
}

function isVerified(note: unknown): note is VerifiedBackup {
  const { verifiedAtMs, newestMs } = Object(note) as Partial<VerifiedBackup>
  return typeof verifiedAtMs === 'number' && (newestMs === null || typeof newestMs === 'number')
}
