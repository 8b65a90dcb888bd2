import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFilesWarning } from './database-files.ts'

let directory: string
let file: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-files-'))
  file = join(directory, 'tillgate.db')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('a start warns of a database that other users can read', () => {
  it.each([0o640, 0o604, 0o644])('file of mode %o', async (mode) => {
    await writeFile(file, '')
    await chmod(file, mode)
    expect(await openFilesWarning(file)).toContain(`can read ${file}: chmod 600`)
  })

  it('log of a database that was closed later', async () => {
    await writeFile(file, '', { mode: 0o600 })
    await writeFile(`${file}-wal`, '')
    await chmod(`${file}-wal`, 0o644)
    expect(await openFilesWarning(file)).toContain(`can read ${file}-wal: chmod 600`)
  })

  it('but not of a private or a missing file', async () => {
    expect(await openFilesWarning(file)).toBeUndefined()
    await writeFile(file, '', { mode: 0o600 })
    expect(await openFilesWarning(file)).toBeUndefined()
  })
})
