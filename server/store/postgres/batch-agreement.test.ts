import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { conflict, given, insertPayment } from '../contract/open-store.ts'
import type { ChangeSet, Store } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { payment } from '../testing/sample-rows.ts'
import { batch, rowsOf } from './batch-changes.fixture.ts'
import { openPostgresStore } from './open-postgres-store.ts'

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

async function outcomesOf(store: Store, sets: readonly ChangeSet[]): Promise<unknown[]> {
  return Promise.all(
    sets.map((set) => store.commit(set).catch(({ code }: { readonly code: string }) => code)),
  )
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

it('a long set that is refused names the conflicting change, and stores nothing', async () => {
  const there = payment()
  const others = Array.from({ length: 200 }, () => payment())
  await given(engines.postgres, insertPayment(there))
  const late = others.toSpliced(150, 0, there)
  expect(await engines.postgres.commit(late.map(insertPayment))).toEqual(conflict('exists', 150))
  expect(await engines.postgres.read.payment(others[0]?.id ?? '')).toBeUndefined()
  await given(engines.postgres, ...others.map(insertPayment))
})
