import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDataDirectory } from './data-directory.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-directory-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the directory of the data', () => {
  it('is made with those above it, for its owner alone', async () => {
    const path = join(folder, 'one', 'two')
    await makeDataDirectory(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    await makeDataDirectory(path)
  })

  it.each([
    ['is a file', 'file'],
    ['stands below a file', 'file/below'],
  ])('that %s is refused with its path and the setting', async (_case, name) => {
    await writeFile(join(folder, 'file'), '')
    const path = join(folder, name)
    await expect(makeDataDirectory(path)).rejects.toThrow(/ is no directory.*TILLGATE_DATA_DIR/)
    await expect(makeDataDirectory(path)).rejects.toThrow(path)
  })

  it.runIf(process.platform === 'linux')('that can never be made is refused at once', async () => {
    await expect(makeDataDirectory('/proc/x/y')).rejects.toThrow(/^\/proc\/x\/y cannot be made/)
  })
})
