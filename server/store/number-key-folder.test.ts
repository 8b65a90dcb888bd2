import { randomBytes } from 'node:crypto'
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNumberKeyFolder, numberKeyFolder } from './number-key-folder.ts'

let directory: string
let folder: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-number-keys-'))
  folder = join(directory, 'number-keys')
})
afterEach(() => rm(directory, { recursive: true }))

const key = (id: string) => ({
  id,
  periodFromMs: 1,
  wrapped: randomBytes(60).toString('base64url'),
})

describe('the folder of number keys', () => {
  it('has a file for each key, readable by its owner alone, and nothing else', async () => {
    const keys = createNumberKeyFolder(folder)
    expect(await keys.all()).toEqual([])
    const [one, other] = [key('a1'), key('b2')]
    // As two processes that have found the same key do.
    await Promise.all([keys.add(one), createNumberKeyFolder(folder).add(one), keys.add(other)])
    expect((await readdir(folder)).sort()).toEqual(['a1.key', 'b2.key'])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(keys.nameOf('a1'))).mode & 0o777).toBe(0o600)
    expect(await createNumberKeyFolder(folder).all()).toEqual(expect.arrayContaining([one, other]))
  })

  it('has no byte of a key that was destroyed, also in a copy of the file that is still open', async () => {
    const keys = createNumberKeyFolder(folder)
    const one = key('a1')
    await keys.add(one)
    const { open } = await import('node:fs/promises')
    const before = await open(keys.nameOf('a1'), 'r')
    await keys.destroy('a1')
    expect((await before.readFile()).every((byte) => byte === 0)).toBe(true)
    await before.close()
    expect(await readdir(folder)).toEqual([])
    await keys.destroy('a1')
  })

  it('is beside the database that a link leads to', async () => {
    await symlink(join(directory, 'real.db'), join(directory, 'link.db'))
    expect(numberKeyFolder(join(directory, 'link.db'))).toBe(join(directory, 'real.db.number-keys'))
  })

  it('takes what a crash has left of a key for none', async () => {
    const keys = createNumberKeyFolder(folder)
    await keys.add(key('a1'))
    const { length } = await readFile(keys.nameOf('a1'))
    await writeFile(keys.nameOf('a1'), Buffer.alloc(length))
    await writeFile(`${keys.nameOf('b2')}.77.abcd`, '{"half')
    expect(await keys.all()).toEqual([])
  })

  it('replaces a file under the name of a key that holds something else', async () => {
    const keys = createNumberKeyFolder(folder)
    await keys.add(key('a1'))
    const one = key('a1')
    await keys.add(one)
    expect(await keys.all()).toEqual([one])
    expect(await readdir(folder)).toEqual(['a1.key'])
  })

  it('has no draft of a key that could not be written, and none of a crash after a start', async () => {
    const keys = createNumberKeyFolder(folder)
    await keys.add(key('a1'))
    await mkdir(keys.nameOf('b2'))
    await expect(keys.add(key('b2'))).rejects.toThrow(`cannot be written to ${folder}: `)
    expect((await readdir(folder)).sort()).toEqual(['a1.key', 'b2.key'])
    const drafts = [`${keys.nameOf('a1')}.77.0123abcd`, `${keys.nameOf('c3')}.77.0123abcd`]
    await link(keys.nameOf('a1'), drafts[0] ?? '')
    await writeFile(drafts[1] ?? '', '{"half')
    const young = `${keys.nameOf('d4')}.78.0123abcd`
    await writeFile(young, '{')
    for (const draft of drafts) await utimes(draft, 1, 1)
    await keys.removeDrafts()
    expect((await readdir(folder)).sort()).toEqual(['a1.key', 'b2.key', 'd4.key.78.0123abcd'])
    expect((await keys.all()).map(({ id }) => id)).toEqual(['a1'])
  })

  it('names itself and what is wrong where it cannot be used', async () => {
    const keys = createNumberKeyFolder(folder)
    await writeFile(folder, '')
    const what = 'it is no directory, or lies below a file'
    await expect(keys.all()).rejects.toThrow(
      `${folder}, which has the keys of card numbers, cannot be read: ${what}`,
    )
    await expect(keys.add(key('a1'))).rejects.toThrow(`cannot be written to ${folder}: ${what}`)
  })
})
