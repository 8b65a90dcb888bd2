import { randomBytes } from 'node:crypto'
import { open, readFile, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import { type DoctorCheck, type DoctorResult, resultsOf } from '../../cli/doctor-check.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { makeDataDirectory } from '../../kernel/settings/data-directory.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import type { Scan } from '../../store/scan.ts'
import { backupNote } from '../../store/sqlite/backup-note.ts'
import { openFileWarnings } from '../start-warnings.ts'
import { lastVerifiedBackup } from '../verified-backup.ts'

/** Below these the disk is told: a database's log and the copy of a schema change need room. */
const WARNED_BYTES = 2_048 * 1024 * 1024
const MIN_BYTES = 256 * 1024 * 1024

/** A page of SQLite. */
const SYNCED_BYTES = 4_096

/** A daily backup that is this old has failed once. */
const MAX_BACKUP_AGE_MS = 26 * HOUR_MS

/** So old may be that a backup was opened and checked. */
const MAX_VERIFIED_AGE_MS = 90 * DAY_MS

/** File systems that forget, or whose sync is not that of a disk, by what statfs(2) calls them. */
const FILE_SYSTEMS: ReadonlyMap<number, readonly [state: 'warning' | 'problem', what: string]> =
  new Map([
    [0x01021994, ['problem', 'tmpfs, which is in memory: everything is lost at the next boot']],
    [0x858458f6, ['problem', 'ramfs, which is in memory: everything is lost at the next boot']],
    [0x794c7630, ['warning', 'overlay, the layer of a container: it is lost with the container']],
    [0x6969, ['warning', 'NFS, where locks and syncs of SQLite are not to be relied on']],
    [0xff534d42, ['warning', 'CIFS, where locks and syncs of SQLite are not to be relied on']],
    [0xfe534d42, ['warning', 'SMB, where locks and syncs of SQLite are not to be relied on']],
  ])

export const fileChecks: readonly DoctorCheck[] = [
  {
    name: 'key-files',
    looksAt: 'who can read or write database, keys of card numbers and the files of secrets',
    why: 'with these files another user of the machine can open card numbers, or change payments',
    fix: 'chmod go-rwx, as the line says',
    quick: true,
    async look({ config, settled }) {
      const open = [...(await openFileWarnings(config)), ...(settled?.warnings ?? [])]
      return resultsOf('warning', open, 'only the owner can read and write them')
    },
  },
  {
    name: 'data-folder',
    looksAt: 'a synced write into the data folder, and the kind of its file system',
    why: 'payments that were acknowledged are lost where the file system forgets them',
    fix: 'TILLGATE_DATA_DIR or TILLGATE_DATABASE_URL with a folder on a local disk',
    quick: true,
    look: async ({ config }) => [await folderWriting(folderOf(config))],
  },
  {
    name: 'disk',
    looksAt: 'free room where the data is',
    why: 'on a full disk no payment can be taken',
    fix: 'room on the disk: df -h',
    quick: true,
    async look({ config }) {
      const { bavail, bsize } = await statfs(folderOf(config))
      const bytes = bavail * bsize
      const state = bytes < MIN_BYTES ? 'problem' : bytes < WARNED_BYTES ? 'warning' : 'good'
      return [{ state, found: `${(bytes / 1e9).toFixed(1)} GB are free` }]
    },
  },
  {
    name: 'backup',
    looksAt: 'the age of the newest tillgate backup',
    why: 'what was paid since then is lost with the disk',
    fix: 'tillgate backup FILE, every day, on another machine',
    quick: true,
    look: async ({ config, nowMs }) => [await backupResult(config, nowMs)],
  },
  {
    name: 'archive',
    looksAt: 'what PostgreSQL says of its archive of the write-ahead log',
    why: 'what was paid since the last copy is lost with the disk',
    fix: 'archive_mode and archive_command of PostgreSQL, or pg_dump every day',
    look: async ({ config, scan, nowMs }) =>
      config.database.engine === 'postgres'
        ? [await archiveResult(await scan(), config, nowMs)]
        : [{ state: 'good', found: 'SQLite has none' }],
  },
  {
    name: 'backup-verified',
    looksAt: 'when a backup was last opened and checked',
    why: 'a backup that nobody has opened may be none',
    fix: 'tillgate backup verify BACKUP',
    quick: true,
    look: async ({ config, nowMs }) => [await verifiedResult(config, nowMs)],
  },
]

/** Where SQLite's file is, else what a process keeps beside PostgreSQL. */
function folderOf({ database, dataDir }: Config): string {
  return database.engine === 'sqlite' ? dirname(database.path) : dataDir
}

/** One that is not there yet is made by a start. Rejects with the reason where it cannot be written. */
async function folderWriting(folder: string): Promise<DoctorResult> {
  const stats = await stat(folder).catch(() => undefined)
  if (stats === undefined) return { state: 'good', found: `${folder} is made by the first start` }
  try {
    await makeDataDirectory(folder)
    const tookMs = await syncedWrite(folder)
    const [state, what] = FILE_SYSTEMS.get((await statfs(folder)).type) ?? []
    if (state !== undefined) return { state, found: `${folder} is on ${what}` }
    return { state: 'good', found: `${folder} has taken a synced write in ${tookMs.toFixed(1)} ms` }
  } catch (error) {
    return { state: 'problem', found: error instanceof Error ? error.message : String(error) }
  }
}

/** Writes a page as a commit does, and takes the file away again. In milliseconds. */
async function syncedWrite(folder: string): Promise<number> {
  const path = join(folder, `.tillgate-doctor-${randomBytes(4).toString('hex')}`)
  const file = await open(path, 'wx', 0o600)
  try {
    const beganMs = performance.now()
    await file.write(Buffer.alloc(SYNCED_BYTES))
    await file.sync()
    return performance.now() - beganMs
  } finally {
    await file.close()
    await unlink(path)
  }
}

async function backupResult(
  { database, environment }: Config,
  nowMs: number,
): Promise<DoctorResult> {
  if (database.engine === 'memory') return { state: 'good', found: 'none is needed (test)' }
  if (database.engine === 'postgres') return { state: 'good', found: 'PostgreSQL: see archive' }
  const wanted = environment === 'live' ? 'warning' : 'good'
  const note = await readFile(backupNote(database.path), 'utf8').catch(() => undefined)
  const atMs = Date.parse(note?.trim() ?? '')
  if (Number.isNaN(atMs)) return { state: wanted, found: 'none was made by tillgate backup' }
  const hours = Math.floor((nowMs - atMs) / HOUR_MS)
  const isOld = nowMs - atMs > MAX_BACKUP_AGE_MS
  return { state: isOld ? wanted : 'good', found: `the newest is ${hours} hours old` }
}

/** Of pg_dump the server knows nothing. */
async function archiveResult(
  scan: Scan,
  { environment }: Config,
  nowMs: number,
): Promise<DoctorResult> {
  const wanted = environment === 'live' ? 'warning' : 'good'
  const [row] = await scan.select(ARCHIVE)
  if (row?.mode === 'off') {
    return {
      state: 'unknown',
      found: 'archive_mode is off, and PostgreSQL does not say when pg_dump has run: watch that',
    }
  }
  const [archivedMs, failedMs] = [Number(row?.archived_ms ?? 0), Number(row?.failed_ms ?? 0)]
  if (failedMs > archivedMs) return { state: wanted, found: 'the last try to archive has failed' }
  if (archivedMs === 0) return { state: wanted, found: 'nothing was archived yet' }
  const hours = Math.floor((nowMs - archivedMs) / HOUR_MS)
  const isOld = nowMs - archivedMs > MAX_BACKUP_AGE_MS
  return { state: isOld ? wanted : 'good', found: `the log was archived ${hours} hours ago` }
}

const ARCHIVE = `
  SELECT current_setting('archive_mode') AS mode,
    CAST(EXTRACT(EPOCH FROM last_archived_time) * 1000 AS BIGINT) AS archived_ms,
    CAST(EXTRACT(EPOCH FROM last_failed_time) * 1000 AS BIGINT) AS failed_ms
  FROM pg_stat_archiver`

async function verifiedResult(config: Config, nowMs: number): Promise<DoctorResult> {
  if (config.database.engine === 'memory') return { state: 'good', found: 'none is needed (test)' }
  const wanted = config.environment === 'live' ? 'warning' : 'good'
  const last = await lastVerifiedBackup(config)
  if (last === undefined) return { state: wanted, found: 'none was verified yet' }
  const days = Math.floor((nowMs - last.verifiedAtMs) / DAY_MS)
  const isOld = nowMs - last.verifiedAtMs > MAX_VERIFIED_AGE_MS
  const newest =
    last.newestMs === null ? '' : `, with payments until ${wireTimestamp(last.newestMs)}`
  return { state: isOld ? wanted : 'good', found: `the last one was ${days} days ago${newest}` }
}
