import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { createNumberKeys } from '../../store/number-keys.ts'
import type { Store } from '../../store/port.ts'
import { withCommit } from '../../store/with-commit.ts'
import { keysUnderOther, rotateMasterKey } from './rotate-master-key.ts'
import { openVault, type Vault } from './vault.ts'
import type { MasterKeys } from './wrapping.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 15, 20)
const clock = { now: () => NOW_MS }
const before = randomBytes(32)
const after = randomBytes(32)
const PAN = '4200000000000000'

/** Before the rotation, at a rolling restart, and afterwards. */
const OLD: MasterKeys = { masterKey: before }
const OLD_FIRST: MasterKeys = { masterKey: before, otherMasterKey: after }
const NEW_FIRST: MasterKeys = { masterKey: after, otherMasterKey: before }
const NEW: MasterKeys = { masterKey: after }

/** A database with a card, a secret and a sealed text, and what opens them. */
async function filled() {
  const store = openMemoryStore()
  const numberKeyFolder = createNumberKeys()
  const opened = (keys: MasterKeys) => openVault({ store, clock, numberKeyFolder, ...keys })
  const vault = await opened(OLD)
  const row = await vault.sealCard('shop', { id: 'a'.repeat(32), pan: PAN, nowMs: NOW_MS })
  const owner = { paymentId: 'b'.repeat(32), entityId: 'shop' }
  const secret = await vault.sealSecret(owner, '123', { nowMs: NOW_MS, lifeMs: HOUR_MS })
  const text = vault.sealCredential('token', 'text')
  const read = async (by: Vault) => [
    await by.openCard(await by.keysOf('shop'), row),
    await by.openSecret(secret),
    by.openCredential('token', text),
    by.fingerprintOf(PAN),
  ]
  const all = [PAN, '123', 'text', vault.fingerprintOf(PAN)]
  return { store, numberKeyFolder, opened, read, all, row }
}

/** A store whose process is killed at the commit of this number. */
function killedAt(store: Store, number: number): Store {
  let commits = 0
  return withCommit(store, async (changes) => {
    commits += 1
    if (commits === number) throw new Error('killed')
    return store.commit(changes)
  })
}

describe('a new master key', () => {
  it('opens everything alone after the rotation, and the old one nothing', async () => {
    const { store, numberKeyFolder, opened, read, all } = await filled()
    const parts = { store, clock, numberKeyFolder, ...NEW_FIRST }
    expect(await keysUnderOther(parts)).toMatchObject({ dataKeys: 4, shortLivedKeys: 1 })
    expect(await rotateMasterKey(parts, () => {})).toBe(4)
    expect(await keysUnderOther(parts)).toEqual({
      dataKeys: 0,
      numberKeys: 0,
      shortLivedKeys: 1,
      lastEndsAtMs: Math.floor(NOW_MS / HOUR_MS) * HOUR_MS + 2 * HOUR_MS,
    })
    const [pan, secret, ...others] = all
    expect(await read(await opened(NEW))).toEqual([pan, undefined, ...others])
    expect(await read(await opened(NEW_FIRST))).toEqual([pan, secret, ...others])
    await expect(opened(OLD)).rejects.toThrow('does not open the keys in this database')
    expect(await rotateMasterKey(parts, () => {})).toBe(0)
  })

  it.each([1, 2, 3, 4])(
    'loses nothing when its rotation is killed at commit %i',
    async (number) => {
      const { store, numberKeyFolder, opened, read, all } = await filled()
      const parts = { clock, numberKeyFolder, ...NEW_FIRST }
      const killed = rotateMasterKey({ ...parts, store: killedAt(store, number) }, () => {})
      await expect(killed).rejects.toThrow('killed')
      for (const keys of [OLD_FIRST, NEW_FIRST]) expect(await read(await opened(keys))).toEqual(all)
      expect(await rotateMasterKey({ ...parts, store }, () => {})).toBe(5 - number)
      const left = await keysUnderOther({ ...parts, store })
      expect([left.dataKeys, left.numberKeys]).toEqual([0, 0])
    },
  )

  it('of several processes is in use by one while the others still wrap by the old one', async () => {
    const { store, numberKeyFolder, read, all } = await filled()
    const folders = [numberKeyFolder, createNumberKeys()]
    const process = (at: number, keys: MasterKeys) =>
      openVault({ store, clock, ...keys, numberKeyFolder: folders[at] })
    const one = await process(0, OLD_FIRST)
    const two = await process(1, NEW_FIRST)
    for (const vault of [one, two, one, two]) {
      expect((await vault.tendNumberKeys()).rewritten).toEqual([])
      expect(await read(vault)).toEqual(all)
    }
    // Made while both are in use.
    await one.keysOf('first')
    await two.keysOf('second')
    const restarted = await process(0, NEW_FIRST)
    await rotateMasterKey({ store, clock, ...NEW_FIRST, numberKeyFolder: folders[0] }, () => {})
    for (const vault of [restarted, two, restarted]) {
      expect((await vault.tendNumberKeys()).rewritten).toEqual([])
    }
    for (const folder of folders) {
      const parts = { store, clock, ...NEW_FIRST, numberKeyFolder: folder }
      const left = await keysUnderOther(parts)
      expect([left.dataKeys, left.numberKeys]).toEqual([0, 0])
    }
    const kept = await Promise.all(folders.map((folder) => folder.all()))
    expect(kept[0]).toEqual(kept[1])
  })
})
