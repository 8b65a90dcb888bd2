import { randomBytes } from 'node:crypto'
import {
  link,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory, unlessMissing } from './key-files.ts'
import { type KeptNumberKey, NumberKeyPlaceError, type NumberKeys } from './number-keys.ts'
import { endOfLinks } from './sqlite/end-of-links.ts'

/** Where the folder is, beside a SQLite database: a link to it counts as the database. */
export function numberKeyFolder(database: string): string {
  return `${endOfLinks(database)}.number-keys`
}

const ENDING = '.key'

/** What `writeKey` names a key until it is whole. */
const DRAFT = /\.key\.\d+\.[0-9a-f]{8}$/

/**
 * The keys of card numbers as files of a folder, readable by their owner alone: one for each key, which is
 * never changed, so that processes need no lock. Its bytes are overwritten before it is removed. A file with
 * another name counts as the key that it holds: it is destroyed with it. Rejects with a `NumberKeyPlaceError`.
 */
export function createNumberKeyFolder(folder: string): NumberKeys {
  const pathOf = (id: string) => join(folder, `${id}${ENDING}`)
  const paths = async () =>
    (await readdir(folder).catch(unlessMissing<string[]>([]))).map((name) => join(folder, name))
  return {
    name: `the folder ${folder}`,

    all: () =>
      orFault(`${folder}, which has the keys of card numbers, cannot be read`, async () => {
        const names = (await paths()).filter((path) => !DRAFT.test(path))
        return (await Promise.all(names.map(keyIn))).flat()
      }),

    add: (key) =>
      orFault(`a key of card numbers cannot be written to ${folder}`, async () => {
        await makeFolder(folder)
        await writeKey(pathOf(key.id), key)
      }),

    destroy: (id) =>
      orFault(
        `key ${id} of card numbers, whose time is over, cannot be destroyed in ${folder}`,
        () =>
          destroyIn(folder, async (path) => {
            if (path.startsWith(pathOf(id))) return true
            const [key] = await keyIn(path)
            return key?.id === id
          }),
      ),

    nameOf: pathOf,
    faultOf: (id) => faultOfFile(folder, pathOf(id), id),
    removeDrafts: () => orFault(`${folder} cannot be tidied`, () => removeDraftsIn(folder)),
  }

  /** Overwrites and removes the files that are chosen. */
  async function destroyIn(
    of: string,
    isChosen: (path: string) => Promise<boolean>,
  ): Promise<void> {
    let count = 0
    for (const path of await paths()) {
      if (!(await isChosen(path))) continue
      await overwrite(path)
      await unlink(path).catch(unlessMissing(undefined))
      count += 1
    }
    if (count > 0) await syncDirectory(of)
  }

  async function removeDraftsIn(of: string): Promise<void> {
    await destroyIn(of, async (path) => {
      if (!DRAFT.test(path)) return false
      const { nlink, mtimeMs } = await stat(path)
      // Another process may be about to use it: that takes milliseconds, and a start takes longer.
      if (mtimeMs >= performance.timeOrigin) return false
      // It is the key itself under a second name: its bytes are needed.
      if (nlink > 1) await unlink(path)
      return nlink === 1
    })
  }
}

/** The key that a file holds, if it is one that can be read. */
async function keyIn(path: string): Promise<readonly KeptNumberKey[]> {
  return keyOfText(await readFile(path, 'utf8').catch(() => ''))
}

/** What was overwritten, and not removed before a crash, is no key. */
function keyOfText(text: string): readonly KeptNumberKey[] {
  try {
    const { id, periodFromMs, wrapped } = JSON.parse(text) as KeptNumberKey
    const isWhole =
      typeof id === 'string' && Number.isInteger(periodFromMs) && typeof wrapped === 'string'
    return isWhole ? [{ id, periodFromMs, wrapped }] : []
  } catch {
    return []
  }
}

async function faultOfFile(folder: string, path: string, id: string): Promise<string> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') return `cannot be read (${code})`
    const target = await readlink(folder).catch(() => undefined)
    const isDead = target !== undefined && (await stat(folder).catch(() => undefined)) === undefined
    return isDead
      ? `is missing: the folder is a link to ${target}, which is not there`
      : 'is missing'
  }
  if (text === '') return 'is empty'
  const [key] = keyOfText(text)
  if (key === undefined) return 'is torn or was overwritten: it holds no key'
  if (key.id !== id) return `is the file of another key: it holds ${key.id}`
  return 'does not open with the key of the vault: it was altered, or is of another installation'
}

/** Also the data directory above it, which a command may be the first to need. */
async function makeFolder(folder: string): Promise<void> {
  for (const path of [dirname(folder), folder]) {
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  await syncDirectory(dirname(folder))
}

/** Under another name first: a crash leaves the whole file or none. */
async function writeKey(path: string, key: KeptNumberKey): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeSynced(draft, JSON.stringify(key))
    await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      const [found] = await keyIn(path)
      if (found?.wrapped !== key.wrapped) await rename(draft, path)
    })
  } finally {
    await unlink(draft).catch(unlessMissing(undefined))
  }
  await syncDirectory(dirname(path))
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function overwrite(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(unlessMissing(undefined))
  if (file === undefined) return
  try {
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size), 0, size, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Errors of the system as one sentence. */
async function orFault<Result>(fault: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === undefined) throw cause
    throw new NumberKeyPlaceError(`${fault}: ${REASONS[code] ?? code}`, { cause })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: 'it is no directory, or lies below a file (ENOTDIR)',
  ENOENT: 'it is a link that leads nowhere, or its directory is gone: mount its disk (ENOENT)',
  EACCES: "let the gateway's user read and write it (EACCES)",
  EPERM: "let the gateway's user read and write it (EPERM)",
  EROFS: 'its file system is read only (EROFS)',
  ENOSPC: 'its disk is full (ENOSPC)',
  EDQUOT: 'it is above its quota (EDQUOT)',
}
