import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openMemoryStore } from '../memory/open-memory-store.ts'
import type { Change, ChangeSet, Store } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { checkout, event, idempotency, succeeded, timer } from '../testing/sample-rows.ts'
import { openPostgresStore } from './open-postgres-store.ts'

vi.setConfig({ testTimeout: 120_000 })

const postgres = usePostgres()
let engines: { readonly memory: Store; readonly postgres: Store }

beforeAll(async () => {
  const url = await postgres.freshDatabase()
  engines = { memory: openMemoryStore(), postgres: await openPostgresStore({ url }) }
})
afterAll(async () => {
  await engines.memory.close()
  await engines.postgres.close()
})

/** So few rows and versions that the sets of a batch meet each other all the time. */
const which = fc.nat({ max: 2 })
const version = fc.integer({ min: 1, max: 3 })
const kind = 'paymentRecovery'
const at = { updatedAtMs: 1 }

/** Changes of the rows whose ids begin with the name of the run. */
const change = fc.oneof(
  which.map((of) => (run: string): Change => {
    const row = succeeded({ id: `${run}-${of}`, checkoutId: of === 0 ? null : run })
    return { kind: 'insertPayment', row }
  }),
  fc.tuple(which, version, fc.nat({ max: 3 })).map(([of, expectedVersion, thousands]) => {
    const set = { ...at, refundedMinor: thousands * 4_000 }
    return (run: string): Change => ({
      kind: 'stepPayment',
      id: `${run}-${of}`,
      expectedVersion,
      set,
    })
  }),
  fc.tuple(which, version).map(([of, sequence]) => {
    return (run: string): Change => ({
      kind: 'appendEvent',
      row: event(`${run}-${of}`, { sequence }),
    })
  }),
  which.map((of) => (run: string): Change => {
    return { kind: 'insertCheckout', row: checkout({ id: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run: string): Change => {
    const set = { ...at, paymentId: `${expectedVersion}` }
    return { kind: 'stepCheckout', id: `${run}-${of}`, expectedVersion, set }
  }),
  which.map((of) => (run: string): Change => {
    return { kind: 'insertTimer', row: timer({ kind, subjectId: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run: string): Change => {
    const set = { dueAtMs: expectedVersion, attempts: 1 }
    return { kind: 'stepTimer', timer: kind, subjectId: `${run}-${of}`, expectedVersion, set }
  }),
  fc.tuple(which, fc.option(version)).map(([of, expectedVersion]) => (run: string): Change => {
    return { kind: 'endTimer', timer: kind, subjectId: `${run}-${of}`, expectedVersion }
  }),
  which.map((of) => (run: string): Change => {
    const row = idempotency({ scope: run, key: `${of}`, expiresAtMs: 5 })
    return { kind: 'insertIdempotency', row }
  }),
  which.map((of) => (run: string): Change => {
    return { kind: 'answerIdempotency', scope: run, key: `${of}`, answer: '{}' }
  }),
  fc.tuple(which, fc.integer({ min: 4, max: 5 })).map(([of, nowMs]) => (run: string): Change => {
    return { kind: 'deleteIdempotency', scope: run, key: `${of}`, nowMs }
  }),
)

const batch = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 16 })

async function outcomesOf(store: Store, sets: readonly ChangeSet[]): Promise<unknown[]> {
  return Promise.all(
    sets.map((set) => store.commit(set).catch(({ code }: { readonly code: string }) => code)),
  )
}

async function rowsOf(store: Store, run: string): Promise<unknown[]> {
  const { read } = store
  const found = [0, 1, 2].map((of) =>
    Promise.all([
      read.payment(`${run}-${of}`),
      read.events(`${run}-${of}`),
      read.checkout(`${run}-${of}`),
      read.timer(kind, `${run}-${of}`),
      read.idempotency(run, `${of}`),
    ]),
  )
  return Promise.all(found)
}

it('a batch ends as if its sets were applied one after the other', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 4 }), async (batches) => {
      runs += 1
      const run = `run${runs}`
      for (const sets of batches) {
        const changes = sets.map((set) => set.map((changeIn) => changeIn(run)))
        const expected = await outcomesOf(engines.memory, changes)
        expect(await outcomesOf(engines.postgres, changes)).toEqual(expected)
      }
      expect(await rowsOf(engines.postgres, run)).toEqual(await rowsOf(engines.memory, run))
    }),
    { numRuns: 150 },
  )
})
