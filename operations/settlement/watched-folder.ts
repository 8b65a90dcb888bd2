import type { Dirent } from 'node:fs'
import { lstat, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutNumbers } from '../../server/parameters/masking.ts'
import type { Core } from '../../server/payments/index.ts'
import type { AcquirerAccountRow } from '../../server/store/port.ts'
import { fileAt } from './file-records.ts'
import type { ImportParts } from './file-writing.ts'
import { formatNamed } from './formats/formats.ts'
import { type ImportResult, importFile } from './import.ts'
import { createPace } from './pace.ts'
import { faultText } from './record.ts'

/** What imports the files of a folder. */
export interface FolderParts
  extends Pick<Core, 'store' | 'clock' | 'log'>,
    Pick<ImportParts, 'keyedHash'> {
  /** `null`: no folder is watched. */
  readonly settlementFolder: string | null
  /** Is told of files that came by themselves and are not imported. */
  readonly onRefused?: ((file: RefusedFile) => Promise<void>) | undefined
}

/** A file that is not imported, and why. */
export interface RefusedFile {
  /** That of the account. */
  readonly entityId: string
  readonly accountId: string
  readonly name: string
  readonly why: string
}

/** How often the folder is looked at, in milliseconds. */
export const LOOK_EVERY_MS = 60_000

/** A file that was changed so recently may still be written, in milliseconds. */
const SETTLED_AFTER_MS = 30_000

/** Files of one look. */
const MAX_FILES = 20

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
  for (const accountId of await namesIn(folder, log)) {
    for (const formatName of await namesIn(join(folder, accountId), log)) {
      const place = join(folder, accountId, formatName)
      const names = await readyFiles(place, parts)
      if (names.length === 0) continue
      const account = await parts.store.read.acquirerAccount(accountId)
      if (account === undefined) {
        log.error({ account: accountId }, 'settlement files wait, because there is no such account')
        continue
      }
      for (const name of names) {
        // Again at once only where that can end: files that stay wait for the next look.
        if (left === 0) return moved > 0
        left -= 1
        try {
          if (await importOne({ place, name, account, formatName }, parts)) moved += 1
        } catch (error) {
          // The file stays, and is tried again by the next look.
          log.error(
            { err: error, file: withoutNumbers(name) },
            'a settlement file could not be imported',
          )
        }
      }
    }
  }
  return false
}

interface FoundFile {
  readonly place: string
  readonly name: string
  readonly account: AcquirerAccountRow
  readonly formatName: string
}

/** Imports a file and moves it. False where it stays, because it may be taken later. */
async function importOne(
  { place, name, account, formatName }: FoundFile,
  parts: FolderParts,
): Promise<boolean> {
  const { store, clock, log, keyedHash } = parts
  const format = formatNamed(formatName)
  if (format === undefined) {
    await refuse({ place, name, account }, [`there is no format ${formatName}`], parts)
    return true
  }
  const path = join(place, name)
  const request = {
    file: fileAt(path),
    format,
    account,
    acceptsUnbalanced: false,
    pause: createPace(),
  }
  const outcome = await importFile(request, { store, clock, keyedHash })
  if (outcome.kind === 'refused') {
    if (outcome.faults.some(({ mayPass }) => mayPass !== true)) {
      await refuse({ place, name, account }, faultsOf(outcome), parts)
      return true
    }
    log.warn({ file: withoutNumbers(name), faults: faultsOf(outcome) }, 'a settlement file waits')
    return false
  }
  await move(path, join(place, DONE), name)
  const { id } = outcome.file
  const others = outcome.kind === 'imported' ? [...outcome.otherMerchants.keys()] : []
  const fields = { file: withoutNumbers(name), account: account.id, id }
  // Lines that were passed over: the file is of their accounts, too.
  const passedOver = others.length === 0 ? {} : { otherMerchants: others }
  log.warn({ ...fields, ...passedOver }, 'a settlement file was imported')
  return true
}

function faultsOf({ faults, count }: Extract<ImportResult, { kind: 'refused' }>): string[] {
  const further = count - faults.length
  return [...faults.map(faultText), ...(further > 0 ? [`and ${further} further faults`] : [])]
}

async function refuse(
  { place, name, account }: Pick<FoundFile, 'place' | 'name' | 'account'>,
  faults: readonly string[],
  { log, onRefused }: Pick<FolderParts, 'log' | 'onRefused'>,
): Promise<void> {
  const to = join(place, REFUSED)
  const kept = await move(join(place, name), to, name)
  if (kept === undefined) return
  // Whoever may write into the folder must not lead this elsewhere by a link.
  await writeFile(join(to, `${kept}.txt`), `${faults.join('\n')}\n`, { flag: 'wx', mode: 0o600 })
  log.error({ file: withoutNumbers(kept), faults: faults.length }, 'a settlement file was refused')
  const { entityId, id: accountId } = account
  await onRefused?.({ entityId, accountId, name, why: faults.join('; ') })
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

/** Names of folders in a folder. */
async function namesIn(folder: string, log: FolderParts['log']): Promise<readonly string[]> {
  const entries = await entriesOf(folder, log)
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** What is in a folder; nothing where it cannot be read, which is told: files would wait unseen. */
async function entriesOf(folder: string, log: FolderParts['log']): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (err) {
    log.error({ err, folder }, 'a folder for settlement files cannot be read')
    return []
  }
}

/**
 * Names of files that are whole: those that begin with a dot or end with `.part` are not. Where the clock of
 * the database differs from that of the files, they rest longer or shorter by that.
 */
async function readyFiles(
  folder: string,
  { clock, log }: Pick<FolderParts, 'clock' | 'log'>,
): Promise<readonly string[]> {
  const nowMs = clock.now()
  const entries = await entriesOf(folder, log)
  const ready: string[] = []
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    if (name.startsWith('.') || name.endsWith('.part')) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }))
    if (nowMs - mtimeMs >= SETTLED_AFTER_MS) ready.push(name)
  }
  return ready.sort()
}
