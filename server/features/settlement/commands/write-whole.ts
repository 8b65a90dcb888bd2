import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'

/**
 * Writes a file line by line under a temporary name and renames it at its end: whoever waits for the file
 * never sees a part of it.
 */
export async function writeWhole<Result>(
  path: string,
  work: (write: (line: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const part = `${path}.part`
  const file = createWriteStream(part)
  try {
    const result = await work(async (line) => {
      if (!file.write(`${line}\n`)) await once(file, 'drain')
    })
    file.end()
    await finished(file)
    await rename(part, path)
    return result
  } catch (error) {
    file.destroy()
    await rm(part, { force: true })
    throw error
  }
}
