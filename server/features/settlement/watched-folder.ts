import { lstat, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Core } from '../../payments/index.ts'
import { formatNamed } from './formats/formats.ts'
import { type ImportOutcome, importFile } from './import.ts'
import { faultText } from './record.ts'

/** What imports the files of a folder. */
export interface FolderParts extends Pick<Core, 'store' | 'clock' | 'log'> {
  /** `null`: no folder is watched. */
  readonly settlementFolder: string | null
}

/** How often the folder is looked at, in milliseconds. */
export const LOOK_EVERY_MS = 60_000

/** A file that was changed so recently may still be written, in milliseconds. */
const SETTLED_AFTER_MS = 30_000

/** Files of one look. */
const MAX_FILES = 20

/** Of the time: requests are served by the same thread. */
const SHARE_OF_IMPORT = 0.5

/** Folders within that of an account, where files go. */
const DONE = 'imported'
const REFUSED = 'refused'

/**
 * Imports the files of `<folder>/<account>/<format>/` that nobody writes any more, and moves them to the
 * folder `imported` beside them, or to `refused` with a text file that says why. Returns whether there may
 * be more. Several processes may look at one folder: a file is imported once.
 */
export async function importFolder(parts: FolderParts): Promise<boolean> {
  const { settlementFolder: folder, log } = parts
  if (folder === null) return false
  let left = MAX_FILES
  let moved = 0
  for (const accountId of await namesIn(folder)) {
    for (const formatName of await namesIn(join(folder, accountId))) {
      const place = join(folder, accountId, formatName)
      for (const name of await readyFiles(place, parts.clock.now())) {
        // Again at once only where that can end: files that cannot be moved wait for the next look.
        if (left === 0) return moved > 0
        left -= 1
        try {
          await importOne({ place, name, accountId, formatName }, parts)
          moved += 1
        } catch (error) {
          // The file stays, and is tried again by the next look.
          log.error({ err: error, file: name }, 'a settlement file could not be imported')
        }
      }
    }
  }
  return false
}

interface FoundFile {
  readonly place: string
  readonly name: string
  readonly accountId: string
  readonly formatName: string
}

async function importOne(
  { place, name, accountId, formatName }: FoundFile,
  { store, clock, log }: FolderParts,
): Promise<void> {
  const account = await store.read.acquirerAccount(accountId)
  const format = formatNamed(formatName)
  const path = join(place, name)
  if (account === undefined || format === undefined) {
    const what = account === undefined ? `account ${accountId}` : `format ${formatName}`
    return refuse({ place, name }, [`there is no ${what}`], log)
  }
  const pace = createPace()
  const request = { path, format, account, acceptsUnbalanced: false, pause: pace }
  const outcome = await importFile(request, { store, clock })
  if (outcome.kind === 'refused') return refuse({ place, name }, faultsOf(outcome), log)
  await move(path, join(place, DONE), name)
  log.warn(
    { file: name, account: accountId, id: outcome.file.id },
    'a settlement file was imported',
  )
}

function faultsOf({ faults, count }: Extract<ImportOutcome, { kind: 'refused' }>): string[] {
  const further = count - faults.length
  return [...faults.map(faultText), ...(further > 0 ? [`and ${further} further faults`] : [])]
}

async function refuse(
  { place, name }: Pick<FoundFile, 'place' | 'name'>,
  faults: readonly string[],
  log: FolderParts['log'],
): Promise<void> {
  const to = join(place, REFUSED)
  const kept = await move(join(place, name), to, name)
  if (kept === undefined) return
  // Whoever may write into the folder must not lead this elsewhere by a link.
  await writeFile(join(to, `${kept}.txt`), `${faults.join('\n')}\n`, { flag: 'wx' })
  log.error({ file: kept, faults: faults.length }, 'a settlement file was refused')
}

/** How often a name may be there already. */
const MAX_SAME_NAMES = 1000

/**
 * Moves a file beside those that are there, under a name that none has; `undefined`: another process has
 * moved it. Throws where the folder is a link.
 */
async function move(path: string, folder: string, name: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true })
  const { isDirectory } = await lstat(folder).then((found) => ({
    isDirectory: found.isDirectory(),
  }))
  if (!isDirectory) throw new Error(`${folder} is no folder of its own`)
  for (let number = 1; number <= MAX_SAME_NAMES; number += 1) {
    const free = number === 1 ? name : `${name}.${number}`
    if (await isThere(join(folder, free))) continue
    if (await isThere(join(folder, `${free}.txt`))) continue
    try {
      await rename(path, join(folder, free))
      return free
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return undefined
    }
  }
  throw new Error(`${folder} has ${MAX_SAME_NAMES} files of the name ${name}`)
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Names of folders in a folder; none where it is not there. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/**
 * Names of files that are whole: those that begin with a dot or end with `.part` are not. Where the clock of
 * the database differs from that of the files, they rest longer or shorter by that.
 */
async function readyFiles(folder: string, nowMs: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const ready: string[] = []
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    if (name.startsWith('.') || name.endsWith('.part')) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }))
    if (nowMs - mtimeMs >= SETTLED_AFTER_MS) ready.push(name)
  }
  return ready.sort()
}

/** Waits as long as was worked since the last call. */
function createPace(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    const workedMs = performance.now() - sinceMs
    await pauseFor((workedMs * (1 - SHARE_OF_IMPORT)) / SHARE_OF_IMPORT)
    sinceMs = performance.now()
  }
}
