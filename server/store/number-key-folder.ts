import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory, unlessMissing } from './key-files.ts'
import type { KeptNumberKey, NumberKeys } from './number-keys.ts'
import { endOfLinks } from './sqlite/end-of-links.ts'

/** Where the folder is, beside a SQLite database: a link to it counts as the database. */
export function numberKeyFolder(database: string): string {
  return `${endOfLinks(database)}.number-keys`
}

const ENDING = '.key'

/**
 * The keys of card numbers as files of a folder, readable by their owner alone: one for each key, which is
 * never changed, so that processes need no lock. Its bytes are overwritten before it is removed.
 */
export function createNumberKeyFolder(folder: string): NumberKeys {
  const pathOf = (id: string) => join(folder, `${id}${ENDING}`)
  return {
    async all() {
      const names = await readdir(folder).catch(unlessMissing([]))
      const ids = names.filter((name) => name.endsWith(ENDING))
      const texts = await Promise.all(
        ids.map((name) => readFile(join(folder, name), 'utf8').catch(unlessMissing(''))),
      )
      return texts.flatMap(keyOfText)
    },

    async add(key) {
      await makeFolder(folder)
      await writeOnce(pathOf(key.id), JSON.stringify(key))
    },

    async destroy(id) {
      const path = pathOf(id)
      const file = await open(path, 'r+').catch(unlessMissing(undefined))
      if (file === undefined) return
      try {
        const { size } = await file.stat()
        await file.write(Buffer.alloc(size), 0, size, 0)
        await file.sync()
      } finally {
        await file.close()
      }
      await unlink(path).catch(unlessMissing(undefined))
      await syncDirectory(folder)
    },

    nameOf: pathOf,
  }
}

/** What was overwritten, and not removed before a crash, is no key. */
function keyOfText(text: string): readonly KeptNumberKey[] {
  try {
    const { id, periodFromMs, wrapped } = JSON.parse(text) as KeptNumberKey
    return [{ id, periodFromMs, wrapped }]
  } catch {
    return []
  }
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
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  await syncDirectory(dirname(path))
}
