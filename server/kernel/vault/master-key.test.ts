import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { masterKeyOf, ofParts } from './master-key.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-vault-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

function config(vaultKey: Buffer | null = null, vaultKeyPart: Buffer | null = null) {
  return { vaultKey, vaultKeyPart, dataDir, database: { engine: 'sqlite', path: 'any' } } as const
}

/** A database with so many keys. */
const withKeys = (count: number) => ({ read: { vaultKeys: async () => Array(count).fill({}) } })

test('the setting is the key, and nothing is written', async () => {
  const key = randomBytes(32)
  expect(await masterKeyOf(config(key), withKeys(0))).toEqual(key)
  expect(await readdir(dataDir)).toEqual([])
})

test('of two parts is neither of them, and needs both', async () => {
  const [one, other, wrong] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const whole = await masterKeyOf(config(one, other), withKeys(0))
  expect(whole).toEqual(await masterKeyOf(config(other, one), withKeys(0)))
  for (const key of [one, other, await masterKeyOf(config(one, wrong), withKeys(0))]) {
    expect(whole).not.toEqual(key)
  }
  expect(ofParts(whole, other)).toEqual(one)
})

test('without the setting the first start creates a key that later starts find', async () => {
  const key = await masterKeyOf(config(), withKeys(0))
  expect(key).toHaveLength(32)
  expect(await masterKeyOf(config(), withKeys(0))).toEqual(key)
  expect(await readFile(join(dataDir, 'vault.key'), 'utf8')).toBe(`${key.toString('hex')}\n`)
  expect(await readdir(dataDir)).toEqual(['vault.key'])
})

test('only the owner may read the key that was made', async () => {
  await masterKeyOf(config(), withKeys(0))
  expect((await stat(join(dataDir, 'vault.key'))).mode & 0o777).toBe(0o600)
})

test('starts at the same time agree on one key', async () => {
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => masterKeyOf(config(), withKeys(0))),
  )
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['vault.key'])
})

test('a key file that holds something else is not replaced', async () => {
  const path = join(dataDir, 'vault.key')
  await writeFile(path, 'something else')
  await expect(masterKeyOf(config(), withKeys(0))).rejects.toThrow(`${path} holds no vault key`)
  expect(await readFile(path, 'utf8')).toBe('something else')
})

test('a missing key file is named, and none is made beside a database that has keys', async () => {
  await expect(masterKeyOf(config(), withKeys(2))).rejects.toThrow(
    `${join(dataDir, 'vault.key')} is missing, and the database has keys that only it opens`,
  )
  expect(await readdir(dataDir)).toEqual([])
  const key = randomBytes(32)
  expect(await masterKeyOf(config(key), withKeys(2))).toEqual(key)
})

test('a key behind a link that leads nowhere is named, and none is made', async () => {
  const [path, target] = [join(dataDir, 'vault.key'), join(dataDir, 'elsewhere')]
  await symlink(target, path)
  await expect(masterKeyOf(config(), withKeys(0))).rejects.toThrow(
    `${path}, which holds the key of the vault, is a link to ${target}, which is not there`,
  )
  expect(await readdir(dataDir)).toEqual(['vault.key'])
})

test('a database in memory has a key that is not stored', async () => {
  const memory = { ...config(), database: { engine: 'memory' } } as const
  expect(await masterKeyOf(memory, withKeys(0))).not.toEqual(await masterKeyOf(memory, withKeys(0)))
  expect(await readdir(dataDir)).toEqual([])
})
