import { writeFile } from 'node:fs/promises'

/** The file beside a database that says when it was copied last, as an ISO time. */
export const backupNote = (database: string): string => `${database}.last-backup`

/** Notes that a whole backup was made. Rejects where the file cannot be written. */
export async function noteBackup(database: string, atMs: number): Promise<void> {
  await writeFile(backupNote(database), `${new Date(atMs).toISOString()}\n`, { mode: 0o600 })
}
