import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { createNumberKeyRotation } from '../../kernel/vault/number-key-rotation.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import { createNumberKeyFolder } from '../number-key-folder.ts'
import type { Store } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { connect } from './connection.ts'
import { POSTGRES_LIMITS } from './limits.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const postgres = usePostgres()
let url: string
let stores: readonly [Store, Store]
let directory: string
let nowMs = Date.UTC(2026, 10, 20)
const clock = { now: () => nowMs }
const masterKey = Buffer.alloc(32, 9)

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20)
  directory = await mkdtemp(join(tmpdir(), 'tillgate-number-keys-'))
  url = await postgres.freshDatabase()
  // Both make the table at once.
  stores = await Promise.all([openPostgresStore({ url }), openPostgresStore({ url })])
})
afterEach(async () => {
  for (const store of stores) await store.close()
  await rm(directory, { recursive: true })
})

const folderOf = (at: number) => createNumberKeyFolder(join(directory, `process-${at}`))

async function processOf(at: 0 | 1) {
  const parts = { store: stores[at], masterKey, clock }
  const vault = await openVault({ ...parts, numberKeyFolder: folderOf(at) })
  const nothing = (fields: object) => expect(fields).toBe('nothing')
  const log = { error: nothing, warn: nothing }
  return { vault, rotation: createNumberKeyRotation({ ...parts, vault, log }) }
}

type Process = Awaited<ReturnType<typeof processOf>>

async function open({ vault }: Process, id: string) {
  const row = await stores[0].read.vaultRecord(id)
  return row && vault.openCard(await vault.keysOf('shop'), row)
}

async function sealed({ vault }: Process, id: string): Promise<void> {
  const row = await vault.sealCard('shop', { id, pan: '4200000000000000', nowMs })
  expect(await stores[0].commit([{ kind: 'insertVaultRecord', row }])).toEqual({ applied: true })
}

async function run(text: string): Promise<readonly Record<string, unknown>[]> {
  const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: true })
  try {
    return (await connection.run({ text })).rows as Record<string, unknown>[]
  } finally {
    await connection.end()
  }
}

describe('the keys of card numbers on PostgreSQL', () => {
  it('are not reached with another master key, which is named with where it comes from', async () => {
    await sealed(await processOf(0), 'record')
    const other = { store: stores[1], masterKey: Buffer.alloc(32, 8), clock }
    await expect(openVault({ ...other, masterKeyName: '/data/vault.key' })).rejects.toThrow(
      /^\/data\/vault\.key does not open the keys in this database.*set TILLGATE_VAULT_KEY/,
    )
  })

  it('are in no log of the database: their table has none', async () => {
    const text = `SELECT relpersistence FROM pg_class WHERE oid = 'kept_number_key'::regclass`
    expect(await run(text)).toEqual([{ relpersistence: 'u' }])
  })

  it('open in both processes, and come back from a folder after a crash of the database', async () => {
    const [one, other] = [await processOf(0), await processOf(1)]
    await sealed(one, 'record')
    expect(await open(other, 'record')).toBe('4200000000000000')
    await run('TRUNCATE kept_number_key')
    expect(await open(await processOf(1), 'record')).toBe('4200000000000000')
    await rm(join(directory, 'process-1'), { recursive: true })
    await run('TRUNCATE kept_number_key')
    expect(await open(await processOf(1), 'record')).toBeUndefined()
    await one.vault.tendNumberKeys()
    expect(await open(await processOf(1), 'record')).toBe('4200000000000000')
  })

  it('are destroyed in table and folders, and the file of the table is written anew', async () => {
    const both = [await processOf(0), await processOf(1)] as const
    await sealed(both[0], 'deleted')
    await sealed(both[1], 'kept')
    const before = await stores[0].read.vaultRecord('deleted')
    const keyId = before?.sealed.split('.')[0]
    await stores[0].commit([{ kind: 'wipeVaultRecord', id: 'deleted' }])
    const file = `SELECT pg_relation_filepath('kept_number_key') AS file`
    const fileBefore = await run(file)
    for (let days = 0; days < 62; days++) {
      nowMs += DAY_MS
      for (const { rotation } of both) await rotation.run()
    }
    const left = [
      await stores[1].numberKeys.all(),
      await folderOf(0).all(),
      await folderOf(1).all(),
    ]
    expect(left.flat().length).toBeGreaterThan(0)
    expect(left.flat().filter(({ id }) => id === keyId)).toEqual([])
    expect(await run(file)).not.toEqual(fileBefore)
    expect((await readdir(join(directory, 'process-0'))).join()).not.toContain(keyId)
    expect(await open(both[0], 'kept')).toBe('4200000000000000')
    // A backup of the time before the deletion.
    if (before !== undefined)
      expect(
        await both[1].vault.openCard(await both[1].vault.keysOf('shop'), before),
      ).toBeUndefined()
  })
})
