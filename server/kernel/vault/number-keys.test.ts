import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import { RUNS_ALL } from '../../../scripts/rounds.mjs'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { createNumberKeys } from '../../store/number-keys.ts'
import {
  LASTING_KEY_ID,
  type NumberKeys,
  type Store,
  type VaultKeyRow,
  type VaultRecordRow,
} from '../../store/port.ts'
import { seal } from './aead.ts'
import { createNumberKeyRotation } from './number-key-rotation.ts'
import { openVault } from './vault.ts'

const START_MS = Date.UTC(2026, 10, 20, 15, 20)
const masterKey = randomBytes(32)

/** After so long a deleted number opens from nothing (docs/limits.md). */
const GONE_AFTER_MS = 61 * DAY_MS
/** A backup that is not older opens all its numbers. */
const BACKUPS_OPEN_MS = 30 * DAY_MS
/** How often the rotation comes by. */
const TICK_MS = 6 * HOUR_MS

/** What makes the next writes of a process fail, after so many that succeed. */
class Faults {
  left = Number.POSITIVE_INFINITY

  step(): void {
    if (this.left <= 0) throw new Error('killed')
    this.left -= 1
  }
}

function failing(place: NumberKeys, faults: Faults): NumberKeys {
  const failingOnes = {
    add: async (key) => {
      faults.step()
      await place.add(key)
      faults.step()
    },
    destroy: async (id) => {
      faults.step()
      await place.destroy(id)
    },
  } satisfies Partial<NumberKeys>
  return { ...place, ...failingOnes }
}

/** A place that can be emptied, as PostgreSQL empties the table after a crash. */
async function empty(place: NumberKeys): Promise<void> {
  for (const { id } of await place.all()) await place.destroy(id)
}

interface Backup {
  readonly atMs: number
  readonly keys: readonly VaultKeyRow[]
  readonly records: readonly VaultRecordRow[]
}

/** A database with two processes, each with a folder of its own. */
class Installation {
  nowMs = START_MS
  readonly store = openMemoryStore()
  readonly folders = [createNumberKeys(), createNumberKeys()] as const
  readonly faults = new Faults()
  readonly backups: Backup[] = []
  readonly pans = new Map<string, string>()
  readonly deletedAtMs = new Map<string, number>()
  readonly #clock = { now: () => this.nowMs }
  /** What it has told of lost keys; it has nothing else to tell. */
  readonly rewritten: string[] = []
  readonly #log = {
    error: (fields: object) => {
      expect(Object.keys(fields)).toEqual(['keys'])
      this.rewritten.push(...(fields as { keys: string[] }).keys)
    },
    warn: (fields: object) => expect(fields).toBe('nothing'),
  }
  #processes: Awaited<ReturnType<Installation['start']>>[] = []

  async start(at: number) {
    const folder = this.folders[at] ?? createNumberKeys()
    const store: Store = {
      ...this.store,
      numberKeys: failing(this.store.numberKeys, this.faults),
      commit: async (changes) => {
        this.faults.step()
        const result = await this.store.commit(changes)
        this.faults.step()
        return result
      },
    }
    const parts = { store, masterKey, clock: this.#clock }
    const vault = await openVault({ ...parts, numberKeyFolder: failing(folder, this.faults) })
    return { vault, rotation: createNumberKeyRotation({ ...parts, vault, log: this.#log }) }
  }

  async restart(at: number): Promise<void> {
    this.faults.left = Number.POSITIVE_INFINITY
    this.#processes[at] = await this.start(at)
  }

  async process(at: number) {
    if (this.#processes[at] === undefined) await this.restart(at)
    return this.#processes[at] as Awaited<ReturnType<Installation['start']>>
  }

  /** Under two running processes all places are emptied; a round of each follows. */
  async lose(): Promise<void> {
    for (const at of [0, 1]) {
      await this.restart(at)
      await (await this.process(at)).vault.tendNumberKeys()
    }
    for (const place of [this.store.numberKeys, ...this.folders]) await empty(place)
    this.nowMs += HOUR_MS
    for (const at of [0, 1]) await (await this.process(at)).rotation.run()
  }

  /** As of a request: where the process is killed, nothing was stored. */
  async seal(at: number): Promise<void> {
    const id = `record-${this.pans.size}`
    const pan = String(4200000000000000 + this.pans.size)
    try {
      const { vault } = await this.process(at)
      const row = await vault.sealCard('shop', { id, pan, nowMs: this.nowMs })
      await this.store.commit([{ kind: 'insertVaultRecord', row }])
      this.pans.set(id, pan)
    } catch {
      await this.restart(at)
    }
  }

  async delete(which: number): Promise<void> {
    const ids = [...this.pans.keys()].filter((id) => !this.deletedAtMs.has(id))
    const id = ids[which % Math.max(ids.length, 1)]
    if (id === undefined) return
    await this.store.commit([{ kind: 'wipeVaultRecord', id }])
    this.deletedAtMs.set(id, this.nowMs)
  }

  async wait(days: number): Promise<void> {
    const endMs = this.nowMs + days * DAY_MS
    while (this.nowMs < endMs) {
      this.nowMs += TICK_MS
      for (const at of [0, 1]) {
        const { rotation } = await this.process(at)
        await rotation.run().catch(() => this.restart(at))
      }
      if (this.nowMs % DAY_MS < TICK_MS) await this.backUp()
    }
  }

  async backUp(): Promise<void> {
    const { read } = this.store
    const records = await read.vaultRecordsAfter('', 1000)
    this.backups.push({ atMs: this.nowMs, keys: await read.vaultKeys(), records })
  }

  /** What the master key and all keys that are left anywhere open of a backup, by record. */
  async openedOf(backup: Backup): Promise<Map<string, string>> {
    const store = openMemoryStore()
    await store.commit(backup.keys.map((row) => ({ kind: 'insertVaultKey', row })))
    for (const place of [this.store.numberKeys, ...this.folders])
      for (const key of await place.all()) await store.numberKeys.add(key)
    const vault = await openVault({ store, masterKey, clock: this.#clock })
    const keys = await vault.keysOf('shop')
    const opened = new Map<string, string>()
    for (const row of backup.records) {
      const pan = await vault.openCard(keys, row)
      if (pan !== undefined) opened.set(row.id, pan)
    }
    return opened
  }
}

const happening = fc.oneof(
  fc.record({ what: fc.constant('seal' as const), at: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ what: fc.constant('delete' as const), at: fc.nat(50) }),
  fc.record({ what: fc.constant('wait' as const), at: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ what: fc.constant('restart' as const), at: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ what: fc.constant('kill' as const), at: fc.nat(8) }),
  fc.record({ what: fc.constant('databaseCrash' as const), at: fc.constant(0) }),
  fc.record({ what: fc.constant('lose' as const), at: fc.constant(0) }),
)

/** A process is killed at each step of making its first key, seals under what is left of it, and time goes by. */
const firstKeyKilled = Array.from({ length: 9 }, (_, at) => [
  { what: 'kill' as const, at },
  { what: 'seal' as const, at: 0 },
  { what: 'seal' as const, at: 0 },
  { what: 'delete' as const, at: 0 },
  { what: 'wait' as const, at: 25 },
])

async function happen(one: Installation, { what, at }: { what: string; at: number }) {
  if (what === 'seal') await one.seal(at)
  if (what === 'delete') await one.delete(at)
  if (what === 'wait') await one.wait(at)
  if (what === 'restart') await one.restart(at)
  if (what === 'kill') one.faults.left = at
  if (what === 'lose') await one.lose()
  if (what === 'databaseCrash') await empty(one.store.numberKeys)
}

async function assertLivingOpen(one: Installation): Promise<void> {
  const records = await one.store.read.vaultRecordsAfter('', 1000)
  // As each process does every minute: a table that a crash has emptied is filled again.
  for (const at of [0, 1]) {
    await one.restart(at)
    await (await one.process(at)).vault.tendNumberKeys()
  }
  for (const at of [0, 1]) {
    const { vault } = await one.process(at)
    const keys = await vault.keysOf('shop')
    for (const row of records) {
      const expected = one.deletedAtMs.has(row.id) ? undefined : one.pans.get(row.id)
      expect(await vault.openCard(keys, row)).toBe(expected)
    }
  }
}

describe('card numbers under keys that are destroyed', () => {
  it('open while they live and in backups of a month; deleted, they open nowhere after 61 days', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
        const one = new Installation()
        for (const at of [0, 1]) await one.restart(at)
        for (const each of happenings) {
          await happen(one, each)
          await one.backUp()
        }
        await assertLivingOpen(one)
        for (const backup of one.backups.filter(
          ({ atMs }) => one.nowMs - atMs <= BACKUPS_OPEN_MS,
        )) {
          const opened = await one.openedOf(backup)
          for (const { id, sealed } of backup.records)
            if (sealed !== '') expect(opened.get(id)).toBe(one.pans.get(id))
        }
        await one.wait(Math.ceil(GONE_AFTER_MS / DAY_MS))
        await assertLivingOpen(one)
        for (const backup of one.backups) {
          for (const id of (await one.openedOf(backup)).keys()) {
            const deletedAtMs = one.deletedAtMs.get(id) ?? Number.POSITIVE_INFINITY
            expect(one.nowMs - deletedAtMs).toBeLessThan(GONE_AFTER_MS)
          }
        }
        // Keys that are over do not gather: two periods, and one that was made ahead.
        const kept = await one.store.numberKeys.all()
        const periods = new Set(kept.map(({ periodFromMs }) => periodFromMs))
        expect(periods.size).toBeLessThanOrEqual(4)
      }),
      {
        numRuns: RUNS_ALL ? 300 : 15,
        examples: firstKeyKilled.map((each): [typeof each] => [each]),
      },
    )
  }, 300_000)
})

/** A number as the version before number keys has sealed it, and the row of its migration. */
async function addEarlier(one: Installation, id: string, pan: string): Promise<VaultRecordRow> {
  const { vault } = await one.process(0)
  const { card } = await vault.keysOf('shop')
  const place = ['card', id, 'shop', card.id].join('\n')
  const row = {
    id,
    entityId: 'shop',
    keyId: card.id,
    sealed: seal(card.secret, place, pan),
    fingerprint: vault.fingerprintOf(pan),
    createdAtMs: one.nowMs,
  }
  const lasting = { id: LASTING_KEY_ID, periodFromMs: 0, endsAtMs: null, destroyedAtMs: null }
  await one.store.commit([{ kind: 'insertNumberKey', row: { ...lasting, version: 1 } }])
  await one.store.commit([{ kind: 'insertVaultRecord', row }])
  return row
}

describe('a number that was sealed before there were number keys', () => {
  it('opens, and is sealed anew in the first rounds of a gateway', async () => {
    const one = new Installation()
    const row = await addEarlier(one, 'earlier', '4200000000000000')
    const { vault, rotation } = await one.process(0)
    const opened = async () => {
      const stored = await one.store.read.vaultRecord('earlier')
      return stored && vault.openCard(await vault.keysOf('shop'), stored)
    }
    expect(await opened()).toBe('4200000000000000')
    await rotation.run()
    expect((await one.store.read.vaultRecord('earlier'))?.sealed).not.toBe(row.sealed)
    expect(await opened()).toBe('4200000000000000')
    expect((await one.store.read.numberKey(LASTING_KEY_ID))?.destroyedAtMs).toBe(one.nowMs)
  })

  it('keeps its key from being given up where it does not open, and is spoken of once a day', async () => {
    const one = new Installation()
    const row = await addEarlier(one, 'earlier', '4200000000000000')
    const sealed = `A${row.sealed.slice(1)}`.replace(/^A{2}/, 'B')
    await one.store.commit([
      { kind: 'resealVaultRecord', id: row.id, expectedSealed: row.sealed, sealed: `${sealed}A` },
    ])
    const said: object[] = []
    const log = { error: (fields: object) => void said.push(fields), warn: () => {} }
    const { vault } = await one.process(0)
    const clock = { now: () => one.nowMs }
    const rotation = createNumberKeyRotation({ store: one.store, vault, clock, log })
    for (let hours = 0; hours < 47; hours++) {
      await rotation.run()
      one.nowMs += HOUR_MS
    }
    expect(said).toEqual([
      { key: LASTING_KEY_ID, records: 1 },
      { key: LASTING_KEY_ID, records: 1 },
    ])
    expect((await one.store.read.numberKey(LASTING_KEY_ID))?.destroyedAtMs).toBeNull()
  })
})

describe('a pass over many records', () => {
  it('is made in bounded steps, and begins again after a failure', async () => {
    const one = new Installation()
    const { vault, rotation } = await one.process(0)
    for (let at = 0; at < 1100; at++) {
      const sealing = { id: `r${String(at).padStart(5, '0')}`, pan: '4200000000000000', nowMs: 1 }
      const row = await vault.sealCard('shop', sealing)
      await one.store.commit([{ kind: 'insertVaultRecord', row }])
    }
    await rotation.run()
    const [before] = await one.store.read.vaultRecordsAfter('', 1)
    const isOld = ({ sealed }: VaultRecordRow) =>
      sealed.split('.')[0] === before?.sealed.split('.')[0]
    const left = async () => {
      const first = await one.store.read.vaultRecordsAfter('', 1000)
      const rest = await one.store.read.vaultRecordsAfter(first.at(-1)?.id ?? '', 1000)
      return [...first, ...rest].filter(isOld).length
    }
    one.nowMs += 31 * DAY_MS
    await rotation.run()
    expect(await left()).toBe(600)
    one.faults.left = 0
    await expect(rotation.run()).rejects.toThrow('killed')
    one.faults.left = Number.POSITIVE_INFINITY
    one.nowMs += HOUR_MS
    for (const expected of [600, 100, 0]) {
      await rotation.run()
      expect(await left()).toBe(expected)
    }
  })
})

describe('number keys beside others', () => {
  it('of an installation with the same master key and folder are left alone', async () => {
    const [one, other] = [new Installation(), new Installation()]
    const folder = one.folders[0]
    const clock = { now: () => one.nowMs }
    const parts = { masterKey, clock, numberKeyFolder: folder }
    const vault = await openVault({ store: one.store, ...parts })
    await vault.tendNumberKeys()
    const row = await vault.sealCard('shop', { id: 'a', pan: '4200000000000000', nowMs: 1 })
    const neighbour = await openVault({ store: other.store, ...parts })
    const nothing = (fields: object) => expect(fields).toBe('nothing')
    const log = { error: nothing, warn: nothing }
    const rotation = createNumberKeyRotation({ store: other.store, vault: neighbour, clock, log })
    for (let days = 0; days < 100; days++) {
      one.nowMs += DAY_MS
      await rotation.run()
    }
    const again = await openVault({ store: one.store, ...parts })
    expect(await again.openCard(await again.keysOf('shop'), row)).toBe('4200000000000000')
    expect(await again.missingNumberKeys()).toEqual([])
  })

  it('take over what a process of the version before has stored meanwhile', async () => {
    const one = new Installation()
    const { rotation } = await one.process(0)
    await addEarlier(one, 'first', '4200000000000000')
    await rotation.run()
    const late = await one.store.read.vaultRecord('first')
    const { vault } = await one.process(0)
    const { card } = await vault.keysOf('shop')
    const sealed = seal(
      card.secret,
      ['card', 'late', 'shop', card.id].join('\n'),
      '5454545454545454',
    )
    if (late === undefined) throw new Error('It was stored')
    const row = { ...late, id: 'late', sealed }
    await one.store.commit([{ kind: 'insertVaultRecord', row }])
    await one.wait(31)
    expect((await one.store.read.vaultRecord('late'))?.sealed).toContain('.')
    const stored = await one.store.read.vaultRecord('late')
    expect(stored && (await vault.openCard(await vault.keysOf('shop'), stored))).toBe(
      '5454545454545454',
    )
  })
})
