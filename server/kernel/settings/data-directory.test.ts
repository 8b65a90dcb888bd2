import { chmod, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
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
  it('is created with its parents, for its owner only', async () => {
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

  it.runIf(process.platform === 'linux').each(['/proc', '/proc/x', '/proc/x/y'])(
    'that can never be created or written is refused at once: %s',
    async (path) => {
      await expect(makeDataDirectory(path)).rejects.toThrow(`${path} cannot be made or written`)
    },
  )

  it('is tested by writing, which leaves no file', async () => {
    await makeDataDirectory(folder)
    expect(await readdir(folder)).toEqual([])
  })

  it.each(['circle', 'long'.repeat(100)])(
    'that is not a valid path is refused in one line: %s',
    async (name) => {
      await symlink(join(folder, 'circle'), join(folder, 'circle'))
      const fault = await makeDataDirectory(join(folder, name)).catch(({ message }) => message)
      expect(fault).toMatch(
        /^[^\n]* cannot be made or written \(E[A-Z]+\): set TILLGATE_DATA_DIR[^\n]*$/,
      )
    },
  )

  it('that is a link which leads nowhere is refused with where it leads', async () => {
    const path = join(folder, 'dangling')
    await symlink(join(folder, 'nowhere'), path)
    for (const directory of [path, join(path, 'below')])
      await expect(makeDataDirectory(directory)).rejects.toThrow(
        `${path} is a link to ${join(folder, 'nowhere')}, which is not there`,
      )
    expect(await readdir(folder)).toEqual(['dangling'])
  })

  it.skipIf(process.platform === 'win32').each([0o777, 0o1777, 0o702])(
    'that others may write is refused: mode %o',
    async (mode) => {
      const path = join(folder, 'open')
      await makeDataDirectory(path)
      await chmod(path, mode)
      await expect(makeDataDirectory(path)).rejects.toThrow(
        `${path} can be written by every user of this computer (chmod o-w ${path})`,
      )
      await chmod(path, 0o775)
      await makeDataDirectory(path)
    },
  )

  it('can be created by several processes at once', async () => {
    const path = join(folder, 'a/b/c')
    await Promise.all([makeDataDirectory(path), makeDataDirectory(path)])
    expect((await stat(path)).isDirectory()).toBe(true)
  })
})
