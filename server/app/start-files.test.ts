import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '../kernel/settings/config.ts'
import { readConfig } from '../kernel/settings/read-config.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { INSTALLATION_ID } from '../store/tables/installation.ts'
import { vaultRecord } from '../store/testing/sample-rows.ts'
import { freePort } from '../testing/free-port.ts'
import { LIVE_VAULT_KEY } from '../testing/live-key.ts'
import { run } from './cli/command.fixture.ts'
import { startSystem } from './start.ts'

const dist = new URL('../../dist/', import.meta.url)
let dataDir: string
let file: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-files-'))
  file = join(dataDir, 'tillgate.db')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function config(env: Record<string, string> = {}): Promise<Config> {
  const read = readConfig({
    TILLGATE_DATA_DIR: dataDir,
    TILLGATE_PORT: String(await freePort('localhost')),
    TILLGATE_SHOP_PORT: '0',
    TILLGATE_LOG_LEVEL: 'silent',
    ...env,
  })
  if ('faults' in read) throw new Error(read.faults.join())
  return read
}

const start = async (env?: Record<string, string>) => startSystem(await config(env), dist)

const LIVE = {
  TILLGATE_ENV: 'live',
  TILLGATE_VAULT_KEY: LIVE_VAULT_KEY,
  TILLGATE_BASE_URL: 'https://pay.example.com',
  TILLGATE_TRUST_PROXY: 'loopback',
}

describe('a start with files that cannot be used', () => {
  it('names the wrong line of a list of card number ranges, and the setting', async () => {
    const list = join(dataDir, 'ranges.csv')
    await writeFile(list, '497010,VISA\n4970,VISA\n')
    await expect(start({ TILLGATE_BIN_LIST: list })).rejects.toThrow(
      `TILLGATE_BIN_LIST names ${list}, which cannot be used: line 2: the range must be`,
    )
  })

  it('names a vault.key that cannot be read, and the setting', async () => {
    await mkdir(join(dataDir, 'vault.key'))
    await expect(start()).rejects.toThrow(
      new RegExp(`^${join(dataDir, 'vault.key')}, .*cannot be read.*TILLGATE_VAULT_KEY`),
    )
  })

  it('names a vault.key that contains something else', async () => {
    await writeFile(join(dataDir, 'vault.key'), 'not a key')
    await expect(start()).rejects.toThrow(/vault\.key holds no vault key.*TILLGATE_VAULT_KEY/)
  })

  it('names a data directory that is a file, and the setting', async () => {
    const path = join(dataDir, 'a-file')
    await writeFile(path, '')
    await expect(start({ TILLGATE_DATA_DIR: path })).rejects.toThrow(
      `${path} is no directory, or lies below a file: set TILLGATE_DATA_DIR`,
    )
  })

  it('names a database file that is not a database, and what to do', async () => {
    await writeFile(file, 'something else'.repeat(1000))
    await expect(start()).rejects.toThrow(
      new RegExp(`^the database file ${file} is no SQLite database.*tillgate restore FILE`),
    )
  })

  it('names a database file that cannot be opened', async () => {
    await mkdir(file)
    await expect(start()).rejects.toThrow(
      new RegExp(`^the database file ${file} cannot be opened.*TILLGATE_DATA_DIR`),
    )
  })
})

/** What the database says of its installation and entities. */
async function stored() {
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  const roots = await store.read.rootEntities()
  const installation = await store.read.installation(INSTALLATION_ID)
  await store.close()
  return { roots, installation }
}

/** A card number under the key of this time, as a payment leaves it. */
async function addNumber(): Promise<void> {
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  const key = (await store.read.vaultKeys())[0]?.id ?? ''
  const [numberKey] = await store.read.numberKeys()
  const row = vaultRecord(key, { sealed: `${numberKey?.id}.sealed` })
  expect(await store.commit([{ kind: 'insertVaultRecord', row }])).toEqual({ applied: true })
  await store.close()
}

describe('a start beside a database of other keys', () => {
  it('names the keys of card numbers that are missing, by their files, and both ways out', async () => {
    await (await start()).stop()
    await addNumber()
    await rm(`${file}.number-keys`, { recursive: true })
    await expect(start()).rejects.toThrow(
      new RegExp(`^${file}\\.number-keys/\\w{12}\\.key.*bring back the folder.*numbers give-up`),
    )
  })

  it('refuses a folder of keys that every user may write', async () => {
    await (await start()).stop()
    await chmod(`${file}.number-keys`, 0o702)
    await expect(start()).rejects.toThrow(
      `${file}.number-keys can be written by every user of this computer (chmod o-w`,
    )
  })

  it('names a vault.key, or the setting, that is the key of another database', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'vault.key'), 'ab'.repeat(32))
    const refusal = 'does not open the keys in this database'
    await expect(start()).rejects.toThrow(`${join(dataDir, 'vault.key')} ${refusal}`)
    await expect(start({ TILLGATE_VAULT_KEY: 'cd'.repeat(32) })).rejects.toThrow(
      `TILLGATE_VAULT_KEY ${refusal}`,
    )
  })
})

describe('a missing database', () => {
  it('is not created again in live when a gateway has served one', async () => {
    const first = await start(LIVE)
    await first.stop()
    await rm(file)
    await expect(start(LIVE)).rejects.toThrow(
      `the database ${file} is missing, and ${file}.served says that there was one`,
    )
    expect(existsSync(file)).toBe(false)
    await writeFile(file, '')
    await expect(start(LIVE)).rejects.toThrow(`the database ${file} is empty`)
    await rm(`${file}.served`)
    const again = await start(LIVE)
    await again.stop()
  })

  it('is refused in live where the test environment has made it, and never taken with the demo’s token', async () => {
    const key = { TILLGATE_VAULT_KEY: LIVE.TILLGATE_VAULT_KEY }
    await (await start(key)).stop()
    const allowed = { ...LIVE, TILLGATE_ALLOW_TEST_DATABASE: 'true' }
    for (const env of [LIVE, allowed])
      await expect(start(env)).rejects.toThrow(
        "The test environment has made this database. The demo's access token and user owner@tillgate.example would be good for money: run tillgate demo remove first",
      )
    const { lines } = await run(['demo', 'remove', '--database', `sqlite:${file}`])
    expect(lines).toEqual([
      expect.stringMatching(/ Demo token was deleted$/),
      'owner@tillgate.example was blocked',
    ])
    const again = await run(['demo', 'remove', '--database', `sqlite:${file}`])
    expect(again.lines).toEqual(['nothing of the demo is active'])
    await expect(start(LIVE)).rejects.toThrow('Set TILLGATE_ALLOW_TEST_DATABASE=true')
    await (await start(allowed)).stop()
  })

  it('that live has served is refused in test, which would simulate its payments', async () => {
    await (await start(LIVE)).stop()
    const before = await stored()
    const key = { TILLGATE_VAULT_KEY: LIVE.TILLGATE_VAULT_KEY }
    await expect(start(key)).rejects.toThrow(
      'A live gateway has served this database, and TILLGATE_ENV is not live here',
    )
    expect(before.roots).toEqual([])
    expect(before.installation?.environment).toBe('live')
    // Not even the time of the start is written down.
    expect(await stored()).toEqual(before)
    await (await start(LIVE)).stop()
  })

  it('is created again in test, where its data is not needed', async () => {
    await (await start()).stop()
    await rm(file)
    await (await start()).stop()
  })

  it('is created on a first start, also after a failed start', async () => {
    await expect(start({ ...LIVE, TILLGATE_HOST: '192.0.2.1' })).rejects.toThrow()
    await (await start(LIVE)).stop()
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    await store.close()
  })
})

describe('a live start', () => {
  it('logs what the doctor finds in settings and files, with what mends it', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    onTestFinished(() => written.mockRestore())
    const system = await start({ ...LIVE, TILLGATE_LOG_LEVEL: 'warn' })
    await system.stop()
    const lines = written.mock.calls
      .map(([text]) => String(text))
      .filter((line) => line.includes('"doctor"'))
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged).toContainEqual(
      expect.objectContaining({
        doctor: 'backup',
        state: 'warning',
        msg: 'none was made by tillgate backup',
        fix: expect.stringContaining('tillgate backup FILE'),
      }),
    )
    expect(logged.map(({ doctor }) => doctor)).not.toContain('disk')
    expect(logged.map(({ doctor }) => doctor)).not.toContain('database')
  })
})
