import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Lines are written together, in characters. */
const WRITTEN_AT_ONCE = 64 * 1024

/** As a backup: the lines name payments and sums. */
const OWNER_ONLY = 0o600

/**
 * Writes a file, readable by its owner alone, line by line under a temporary name of its own and renames it at its end: whoever waits for
 * the file never sees a part of it. Rejects with what the system says.
 */
export async function writeWhole<Result>(
  path: string,
  work: (write: (line: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const part = `${path}.${randomUUID()}.part`
  const file = await open(part, 'wx', OWNER_ONLY)
  let waiting = ''
  try {
    const result = await work(async (line) => {
      waiting += `${line}\n`
      if (waiting.length < WRITTEN_AT_ONCE) return
      await file.writeFile(waiting)
      waiting = ''
    })
    await file.writeFile(waiting)
    await file.sync()
    await file.close()
    await rename(part, path)
    return result
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}
