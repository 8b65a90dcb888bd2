import { describe, expect, it } from 'vitest'
import { createAccess } from '../../server/entities/access.ts'
import { openVault } from '../../server/kernel/vault/vault.ts'
import type { Store } from '../../server/store/port.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { demoCredentials } from './credentials.ts'

let nowMs = 1_795_000_000_000
const clock = { now: () => nowMs++ }

async function start(store: Store, fixed: Parameters<typeof demoCredentials>[0]['fixed'] = {}) {
  const vault = await openVault({ store, masterKey: Buffer.alloc(32, 1), clock })
  return demoCredentials({ store, vault, clock, fixed })
}

describe('the demo merchant', () => {
  it('has a strict and a legacy channel, which its token may use', async () => {
    const store = openMemoryStore()
    const demo = await start(store)
    const access = createAccess(store, clock)
    const token = await access.authenticate(`Bearer ${demo.accessToken}`, '127.0.0.1')
    if ('refused' in token) throw new Error(token.description)
    expect(await access.entityFor({ token }, demo.entityId)).toMatchObject({
      settings: { profile: 'strict' },
    })
    expect(await access.entityFor({ token }, demo.legacyEntityId)).toMatchObject({
      settings: { profile: 'legacy' },
    })
    expect(await start(store)).toEqual(demo)
  })

  it('gets the second channel at a later start when an earlier version created only the first', async () => {
    const store = openMemoryStore()
    const demo = await start(store)
    const before = openMemoryStore()
    const rows = await Promise.all([demo.entityId, demo.legacyEntityId].map(store.read.entityPath))
    const [first = []] = rows
    await before.commit([...first].reverse().map((row) => ({ kind: 'insertEntity', row })))
    const upgraded = await start(before)
    expect(upgraded.entityId).toBe(demo.entityId)
    const merchantId = first[1]?.id ?? ''
    expect(await before.read.childEntities(merchantId)).toHaveLength(2)
    expect(await start(before)).toEqual(upgraded)
  })

  it('has the ids and the token of the settings, now or later, and keeps the others', async () => {
    const store = openMemoryStore()
    const made = await start(store)
    const fixed = { entityId: 'a'.repeat(32), legacyEntityId: 'b'.repeat(32) }
    expect(await start(store, fixed)).toEqual({ ...fixed, accessToken: made.accessToken })
    const token = { accessToken: 'a-token-that-is-fixed' }
    expect(await start(store, token)).toEqual({ ...made, ...token })
    expect(await start(store)).toEqual(made)
  })
})
