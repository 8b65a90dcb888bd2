import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFilesWarning, openKeysWarning } from './database-files.ts'

let directory: string
let file: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-files-'))
  file = join(directory, 'tillgate.db')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('a start warns of a database that other users can read', () => {
  it.each([0o640, 0o604, 0o644, 0o620, 0o602])('file of mode %o', async (mode) => {
    await writeFile(file, '')
    await chmod(file, mode)
    expect(await openFilesWarning(file)).toContain(`can read or write ${file}: chmod 600`)
  })

  it('log of a database that was closed later', async () => {
    await writeFile(file, '', { mode: 0o600 })
    await writeFile(`${file}-wal`, '')
    await chmod(`${file}-wal`, 0o644)
    expect(await openFilesWarning(file)).toContain(`can read or write ${file}-wal: chmod 600`)
  })

  it('but not of a private or a missing file', async () => {
    expect(await openFilesWarning(file)).toBeUndefined()
    await writeFile(file, '', { mode: 0o600 })
    expect(await openFilesWarning(file)).toBeUndefined()
  })
})

describe('a start warns of keys that other users can read or write', () => {
  it.each([
    ['the folder', 0o750, 0o600],
    ['a key in it', 0o700, 0o640],
    ['a key in it that may be written', 0o700, 0o602],
  ])('%s', async (_, ofFolder, ofKey) => {
    const folder = join(directory, 'keys')
    const key = join(folder, 'a1.key')
    await mkdir(folder)
    await writeFile(key, '')
    await chmod(key, ofKey)
    await chmod(folder, ofFolder)
    const open = ofFolder === 0o700 ? key : folder
    expect(await openKeysWarning([], [folder])).toContain(
      `can read or write ${open}, where keys are`,
    )
  })

  it('a file with a key, but not one that is private or missing', async () => {
    const missing = join(directory, 'missing')
    await writeFile(file, '')
    await chmod(file, 0o604)
    expect(await openKeysWarning([file, missing], [missing])).toContain(file)
    await chmod(file, 0o600)
    expect(await openKeysWarning([file, missing], [missing])).toBeUndefined()
  })
})
