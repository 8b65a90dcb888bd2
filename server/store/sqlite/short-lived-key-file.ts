import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory, unlessMissing } from '../key-files.ts'
import type { ShortLivedKeyRow, ShortLivedKeys } from '../short-lived-keys.ts'

/** Where the file is, beside the database file. */
export function shortLivedKeyFile(database: string): string {
  return `${database}.short-lived-keys`
}

/**
 * The keys in a file of their own, readable by its owner alone: it belongs to the process that has the
 * database. Each change writes the file anew and then overwrites the bytes of the old one with zeros.
 */
export function createShortLivedKeyFile(file: string): ShortLivedKeys {
  let last: Promise<unknown> = Promise.resolve()

  /** One change after the other. */
  function changed(change: (rows: readonly ShortLivedKeyRow[]) => readonly ShortLivedKeyRow[]) {
    const done = last.then(async () => {
      const before = await readRows(file)
      const after = change(before)
      if (after.length !== before.length) await replaceFile(file, JSON.stringify(after))
    })
    last = done.catch(() => undefined)
    return done
  }

  return {
    all: () => readRows(file),
    add: (row) => changed((rows) => (rows.some(({ id }) => id === row.id) ? rows : [...rows, row])),
    destroyEnded: (nowMs) => changed((rows) => rows.filter(({ endsAtMs }) => endsAtMs > nowMs)),
  }
}

async function readRows(file: string): Promise<readonly ShortLivedKeyRow[]> {
  const text = await readFile(file, 'utf8').catch(unlessMissing('[]'))
  try {
    return JSON.parse(text) as readonly ShortLivedKeyRow[]
  } catch {
    // Altered by hand: what was sealed is lost, and new keys are made.
    return []
  }
}

/** Writes under another name first: a crash leaves the old file or the new one, never half of one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const old = await open(file, 'r+').catch(unlessMissing(undefined))
  try {
    await writeSynced(`${file}.new`, text)
    await rename(`${file}.new`, file)
    await syncDirectory(dirname(file))
    if (old !== undefined) await overwrite(old)
  } finally {
    await old?.close()
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const written = await open(path, 'w', 0o600)
  try {
    await written.writeFile(text)
    await written.sync()
  } finally {
    await written.close()
  }
}

async function overwrite(old: FileHandle): Promise<void> {
  const { size } = await old.stat()
  await old.write(Buffer.alloc(size), 0, size, 0)
  await old.sync()
}
