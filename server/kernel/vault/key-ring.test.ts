import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Store, VaultKeyRow } from '../../store/port.ts'
import { openKeyRing } from './key-ring.ts'

const clock = { now: () => Date.UTC(2026, 10, 20) }
const masterKey = randomBytes(32)

/** A store that answers with these keys, as an altered or foreign database would. */
function storeWithKeys(rows: readonly VaultKeyRow[]): Store {
  const store = openMemoryStore()
  return { ...store, read: { ...store.read, vaultKeys: async () => rows } }
}

async function keysOfTwoEntities(): Promise<VaultKeyRow[]> {
  const store = openMemoryStore()
  const ring = await openKeyRing({ store, masterKey, clock })
  await ring.obtain('card', 'shop')
  await ring.obtain('card', 'neighbour')
  return [...(await store.read.vaultKeys())]
}

describe('a key', () => {
  test('is created once when many ask for it at the same time', async () => {
    const store = openMemoryStore()
    const ring = await openKeyRing({ store, masterKey, clock })
    const asked = Array.from({ length: 20 }, () => ring.obtain('card', 'shop'))
    const ids = (await Promise.all(asked)).map((key) => key.id)
    expect(new Set(ids).size).toBe(1)
    expect(await store.read.vaultKeys()).toHaveLength(1)
  })

  test('is the same for two processes that create it at the same time', async () => {
    const store = openMemoryStore()
    const [one, other] = await Promise.all([
      openKeyRing({ store, masterKey, clock }),
      openKeyRing({ store, masterKey, clock }),
    ])
    const [first, second] = await Promise.all([
      one.obtain('card', 'shop'),
      other.obtain('card', 'shop'),
    ])
    expect(second).toEqual(first)
    expect(await store.read.vaultKeys()).toHaveLength(1)
  })

  test('is in the store before it is used', async () => {
    const store = openMemoryStore()
    const ring = await openKeyRing({ store, masterKey, clock })
    const { id } = await ring.obtain('card', 'shop')
    expect((await store.read.vaultKeys()).map((row) => row.id)).toEqual([id])
  })

  test('is stored only in its wrapped form', async () => {
    const store = openMemoryStore()
    const ring = await openKeyRing({ store, masterKey, clock })
    const { secret } = await ring.obtain('card', 'shop')
    const [row] = await store.read.vaultKeys()
    const wrapped = Buffer.from(row?.wrapped ?? '', 'base64url')
    expect(wrapped).toHaveLength(12 + 32 + 16)
    expect(wrapped.includes(secret.export())).toBe(false)
    expect(wrapped.includes(masterKey)).toBe(false)
  })

  test('is read again after the store has failed once', async () => {
    const store = openMemoryStore()
    let fails = true
    const commit: Store['commit'] = async (changes) => {
      if (fails) throw new Error('disk full')
      return store.commit(changes)
    }
    const ring = await openKeyRing({ store: { ...store, commit }, masterKey, clock })
    await expect(ring.obtain('card', 'shop')).rejects.toThrow('disk full')
    fails = false
    await expect(ring.obtain('card', 'shop')).resolves.toHaveProperty('id')
  })
})

describe('a ring does not open', () => {
  const refusal = 'TILLGATE_VAULT_KEY does not open the keys in this database'

  test('with another master key', async () => {
    const store = storeWithKeys(await keysOfTwoEntities())
    await expect(openKeyRing({ store, masterKey: randomBytes(32), clock })).rejects.toThrow(refusal)
  })

  test.each<[string, (rows: readonly VaultKeyRow[]) => Partial<VaultKeyRow>]>([
    [
      'whose wrapped key was taken from another entity',
      ([, other]) => ({ wrapped: other?.wrapped ?? '' }),
    ],
    ['whose key was given to another entity', () => ({ entityId: 'thief' })],
    ['whose key was given another purpose', () => ({ purpose: 'credential' })],
    ['whose key id was changed', () => ({ id: 'another' })],
    ['whose wrapped key is empty', () => ({ wrapped: '' })],
  ])('%s', async (_, alter) => {
    const rows = await keysOfTwoEntities()
    const altered = rows.map((row, index) => (index === 0 ? { ...row, ...alter(rows) } : row))
    const opening = openKeyRing({ store: storeWithKeys(altered), masterKey, clock })
    await expect(opening).rejects.toThrow(refusal)
  })
})
