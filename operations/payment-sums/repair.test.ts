import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { objectIdSource } from '../../server/kernel/ids.ts'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import type { KeptCardSum, PaymentSum, Store } from '../../server/store/port.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../server/store/testing/database-files.ts'
import { usePostgres } from '../../server/store/testing/postgres.ts'
import { entity, payment } from '../../server/store/testing/sample-rows.ts'
import { withCommit } from '../../server/store/with-commit.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { itemsOf } from './card-sums.ts'
import { createLateChanges } from './late-changes.ts'
import { readCardSums, readSums } from './read-sums.ts'
import { rebuildSums } from './rebuild.ts'
import { beginOf, eachOf } from './spans.ts'
import { createSumWork, type SumWork } from './sum-work.ts'

const BEGIN_MS = Date.UTC(2026, 10, 26, 21, 30)

const move = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('pay' as const), of: fc.nat({ max: 2 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('end' as const), of: fc.nat({ max: 30 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      minutes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 400 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('run' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('die' as const), isWritten: fc.boolean() }),
  },
)
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never

/** A gateway that takes payments and sums them, and dies in the middle of that. */
class Installation {
  nowMs = BEGIN_MS
  readonly channels = [0, 1, 2].map(() => entity({ kind: 'channel' }))
  readonly #store: Store
  readonly #clock = sharedClock({ now: () => this.nowMs })
  readonly #newId = objectIdSource()
  readonly #paid: string[] = []
  /** What becomes of the next commit of sums: the process dies with it. */
  #dies: { readonly isWritten: boolean } | undefined
  #work: SumWork
  /** Of one life of the process, which remembers the payments that it has begun. */
  #late: ReturnType<typeof createLateChanges>

  constructor(store: Store) {
    this.#store = store
    this.#work = this.#start()
    this.#late = this.#lateChanges()
  }

  #lateChanges() {
    return createLateChanges({ store: this.#store, clock: this.#clock })
  }

  #start(): SumWork {
    const store = this.#store
    const dying = withCommit(store, async (changes) => {
      const death = this.#dies
      this.#dies = undefined
      if (death?.isWritten === false) throw new Error('dead')
      const result = await store.commit(changes)
      if (death !== undefined) throw new Error('dead')
      return result
    })
    return createSumWork({ store: dying, clock: this.#clock, log: { error: () => undefined } })
  }

  async #commit(changes: Parameters<Store['commit']>[0]) {
    const late = await this.#late(changes)
    return this.#store.commit([...changes, ...(late ?? [])])
  }

  async begin(): Promise<void> {
    await this.#store.commit(this.channels.map((row) => ({ kind: 'insertEntity', row })))
  }

  async make(one: Move): Promise<void> {
    if (one.act === 'wait') this.nowMs += one.minutes * MINUTE_MS
    if (one.act === 'run') await this.#work.run()
    if (one.act === 'die') {
      this.#dies = one
      await this.#work.run()
      this.#work = this.#start()
      this.#late = this.#lateChanges()
    }
    if (one.act === 'pay') {
      const id = this.#newId(this.nowMs)
      const entityId = this.channels[one.of]?.id ?? ''
      this.#paid.push(id)
      const times = { createdAtMs: this.nowMs, updatedAtMs: this.nowMs }
      const row = payment({ id, entityId, ...times, details: cardOf(this.#paid.length) })
      await this.#commit([{ kind: 'insertPayment', row }])
    }
    if (one.act === 'end') {
      const id = this.#paid[one.of]
      if (id === undefined) return
      const set = { state: 'failed', resultCode: '800.100.152', updatedAtMs: this.nowMs } as const
      await this.#commit([{ kind: 'stepPayment', id, expectedVersion: 1, set }])
    }
  }

  /** Works until there is nothing left to do. */
  async settle(): Promise<void> {
    this.#dies = undefined
    for (let runs = 0; await this.#work.run(); runs++) expect(runs).toBeLessThan(50)
    await this.#work.run()
  }

  /** For each channel: what the sums say by hour and by day, and what the payments say. */
  async sums() {
    const time = { fromMs: beginOf(BEGIN_MS, DAY_MS), toMs: this.nowMs + 1 }
    const all = []
    for (const { id } of this.channels) {
      for (const stepMs of [HOUR_MS, DAY_MS] as const) {
        const query = { ...time, entityIds: [id], stepMs }
        const spans = eachOf(stepMs === DAY_MS ? 'day' : 'hour', time)
        const { sums } = await readSums([id], spans, this.#store)
        const look = { ...query, maxRows: 1000, byAuthentication: true } as const
        const counted = await this.#store.read.paymentSums(look)
        all.push({ read: shown(sums), counted: shown(counted.sums) })
        const cards = await readCardSums([id], spans, this.#store)
        const ofPayments = itemsOf((await this.#store.read.cardSums(look)).sums)
        all.push({ read: shown(cards.sums), counted: shown(ofPayments) })
      }
    }
    return all
  }

  async rebuild(): Promise<number> {
    return rebuildSums(
      {
        entityIds: this.channels.map(({ id }) => id),
        fromMs: beginOf(BEGIN_MS, DAY_MS),
        toMs: this.nowMs,
      },
      { store: this.#store, clock: this.#clock, log: { error: () => undefined } },
    )
  }
}

/** What is known of the card of a payment: of some the bank, of some the country alone, of some nothing. */
function cardOf(at: number): string {
  const card = { bin: `40000${at % 2}`, last4Digits: '0000' }
  const country = at % 5 === 0 ? 'FR' : 'DE'
  if (at % 3 === 0) return JSON.stringify({ card })
  if (at % 7 === 0) return '{}'
  const issuer = { bank: at % 2 === 0 ? 'First Bank' : '', phone: '', website: '' }
  return `${JSON.stringify({ card: { ...card, country, issuer } })}\n{"wallet":"APPLEPAY"}`
}

function shown(sums: readonly (PaymentSum | KeptCardSum)[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { spanMs, state, count, ...more } of sums) {
    const of = 'kind' in more ? `${more.kind} ${more.value}` : ''
    const key = `${new Date(spanMs).toISOString()} ${state} ${of}`
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).sort()
}

const newFile = databaseFiles()
const postgres = usePostgres()

const engines = [
  { name: 'memory', runs: 100, open: async () => openMemoryStore() },
  {
    name: 'SQLite',
    runs: 20,
    open: () => openSqliteStore({ file: newFile(), committer: { kind: 'inline' } }),
  },
  {
    name: 'PostgreSQL',
    runs: 10,
    open: async () => openPostgresStore({ url: await postgres.freshDatabase() }),
  },
]

describe.each(engines)('sums on $name', ({ open, runs }) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it('become what the payments are, whenever payments end and the process dies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 60 }), async (moves) => {
        const installation = new Installation(store)
        await installation.begin()
        for (const one of moves) await installation.make(one)
        installation.nowMs += 2 * HOUR_MS
        await installation.settle()
        for (const { read, counted } of await installation.sums()) expect(read).toEqual(counted)
        const [channel] = installation.channels
        const left = await store.read.nextPaymentSumChange(channel?.id ?? '', 0)
        expect(left).toBeUndefined()
      }),
      { numRuns: runs },
    )
  })

  it('are made anew by a command, whatever they are', async () => {
    const installation = new Installation(store)
    await installation.begin()
    for (const of of [0, 0, 1]) {
      await installation.make({ act: 'pay', of })
      await installation.make({ act: 'wait', minutes: 200 })
    }
    installation.nowMs += DAY_MS
    await installation.settle()
    const [one] = installation.channels
    const hourMs = beginOf(BEGIN_MS, HOUR_MS)
    const [hour] = await store.read.paymentSumsOfSpan(one?.id ?? '', 'hour', hourMs)
    const [day] = await store.read.paymentSumsOfSpan(one?.id ?? '', 'day', beginOf(hourMs, DAY_MS))
    const wrong = { paymentCount: 7, amountMinor: 7 }
    for (const row of [hour, day]) {
      const { id = '', version = 0 } = row ?? {}
      await store.commit([{ kind: 'stepPaymentSum', id, expectedVersion: version, set: wrong }])
    }
    const isRight = async () =>
      (await installation.sums()).every(({ read, counted }) => `${read}` === `${counted}`)
    expect(await isRight()).toBe(false)
    expect(await installation.rebuild()).toBeGreaterThanOrEqual(3)
    expect(await isRight()).toBe(true)
  })
})
