import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { ConfidentialRow, Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { shortLivedKeyFile } from '../../store/sqlite/short-lived-key-file.ts'
import { checkout } from '../../store/testing/sample-rows.ts'
import { openVault } from './vault.ts'

const START_MS = Date.UTC(2026, 10, 20, 15, 20)

const masterKey = randomBytes(32)
let nowMs = START_MS
const clock = { now: () => nowMs }
const vaultOf = (store: Store, key = masterKey) => openVault({ store, masterKey: key, clock })
type TestVault = Awaited<ReturnType<typeof vaultOf>>

const CODE = '{"cvv":"8317"}'
const sealCode = (vault: TestVault, lifeMs = 30 * MINUTE_MS): Promise<ConfidentialRow> =>
  vault.sealSecret({ paymentId: 'payment', entityId: 'shop' }, CODE, { nowMs, lifeMs })

beforeEach(() => {
  nowMs = START_MS
})

describe('a secret of minutes', () => {
  test('opens for its whole life, and not when its hour is over', async () => {
    const vault = await vaultOf(openMemoryStore())
    const row = await sealCode(vault)
    nowMs += 30 * MINUTE_MS
    await vault.destroyEndedKeys()
    expect(await vault.openSecret(row)).toBe(CODE)
    nowMs = START_MS + HOUR_MS
    // Also where nothing has removed the key yet.
    expect(await vault.openSecret(row)).toBeUndefined()
    await vault.destroyEndedKeys()
    nowMs = START_MS
    expect(await vault.openSecret(row)).toBeUndefined()
  })

  test('shares its key with those that end in the same hour, and with no other', async () => {
    const vault = await vaultOf(openMemoryStore())
    const keyOf = async (lifeMs: number) => (await sealCode(vault, lifeMs)).sealed.split('.')[0]
    const made = await Promise.all([1, 2, 3].map((minutes) => keyOf(minutes * MINUTE_MS)))
    expect(new Set(made).size).toBe(1)
    expect(await keyOf(2 * HOUR_MS)).not.toBe(made[0])
  })

  test('opens in another process of the database, and after a restart', async () => {
    const store = openMemoryStore()
    const [one, other] = [await vaultOf(store), await vaultOf(store)]
    await sealCode(other)
    const row = await sealCode(one)
    expect(await other.openSecret(row)).toBe(CODE)
    expect(await (await vaultOf(store)).openSecret(row)).toBe(CODE)
  })

  test('of one entity does not open with the key of another', async () => {
    const vault = await vaultOf(openMemoryStore())
    const row = await sealCode(vault)
    const other = await vault.sealSecret({ paymentId: 'payment', entityId: 'other' }, CODE, {
      nowMs,
      lifeMs: 0,
    })
    await expect(vault.openSecret({ ...other, sealed: row.sealed })).rejects.toThrow('vault')
  })

  test('is lost with keys that the database has lost; the next one opens in all processes', async () => {
    const store = openMemoryStore()
    const one = await vaultOf(store)
    const lost = await sealCode(one)
    const other = await vaultOf(store)
    // As PostgreSQL empties the table after a crash.
    await store.shortLivedKeys.destroyEnded(Number.MAX_SAFE_INTEGER)
    expect(await other.openSecret(lost)).toBeUndefined()
    await one.destroyEndedKeys()
    expect(await other.openSecret(await sealCode(one))).toBe(CODE)
    expect(await other.openSecret(lost)).toBe(CODE)
  })
})

describe('the file of keys beside a SQLite database', () => {
  let directory: string
  let file: string

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tillgate-keys-'))
    file = join(directory, 'gateway.db')
  })
  afterEach(() => rm(directory, { recursive: true }))

  const openStore = () => openSqliteStore({ file, committer: { kind: 'inline' } })

  async function everyByte(): Promise<string> {
    const files = await readdir(directory)
    const texts = files.map((name) => readFile(join(directory, name), 'latin1'))
    return (await Promise.all(texts)).join('')
  }

  test('has the only copy of a key: nothing that is left opens what log and file still hold', async () => {
    const store = await openStore()
    const vault = await vaultOf(store)
    const row = await sealCode(vault)
    // The sealed code goes through the log of the database, and is deleted there.
    const kept = checkout({ request: JSON.stringify([['kept', row.sealed]]) })
    await store.commit([{ kind: 'insertCheckout', row: kept }])
    const { id, version: expectedVersion } = kept
    const set = { request: '[]', updatedAtMs: nowMs }
    await store.commit([{ kind: 'stepCheckout', id, expectedVersion, set }])
    const [key] = await store.shortLivedKeys.all()
    expect(await everyByte()).toContain(key?.wrapped)
    nowMs += HOUR_MS
    await vault.destroyEndedKeys()
    const left = await everyByte()
    expect(left).toContain(row.sealed)
    expect(left).not.toContain(key?.wrapped)
    expect(await (await vaultOf(store)).openSecret(row)).toBeUndefined()
    await store.close()
  })

  test('keeps a key through a restart, readable by its owner alone', async () => {
    const store = await openStore()
    const row = await sealCode(await vaultOf(store))
    await store.close()
    expect((await stat(shortLivedKeyFile(file))).mode & 0o777).toBe(0o600)
    const again = await openStore()
    expect(await (await vaultOf(again)).openSecret(row)).toBe(CODE)
    await again.close()
  })

  test('that is damaged loses what was sealed, and nothing else', async () => {
    const store = await openStore()
    const vault = await vaultOf(store)
    const lost = await sealCode(vault)
    await writeFile(shortLivedKeyFile(file), '{"half')
    const after = await vaultOf(store)
    expect(await after.openSecret(lost)).toBeUndefined()
    expect(await after.openSecret(await sealCode(after))).toBe(CODE)
    await store.close()
  })
})
