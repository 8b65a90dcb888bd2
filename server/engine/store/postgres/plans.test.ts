import { expect, it } from 'vitest'
import type { PaymentRow } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { payment } from '../testing/sample-rows.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const postgres = usePostgres()

/** Rows that each index of a table has read since it was made. */
async function readByIndex(url: string, table: string): Promise<Record<string, number>> {
  const rows = await postgres.run(
    `SELECT indexrelname AS name, idx_tup_read AS read FROM pg_stat_user_indexes
     WHERE schemaname = current_schema() AND relname = '${table}'`,
    url,
  )
  return Object.fromEntries(rows.map(({ name, read }) => [String(name), Number(read)]))
}

it('reads of a fresh database that has been analysed no more rows than it steps', async () => {
  const url = await postgres.freshDatabase()
  const options = { url, allowUnsafeCommit: true }
  const store = await openPostgresStore(options)
  const rows: PaymentRow[] = []
  const first = payment({ state: 'intent' })
  await store.commit([{ kind: 'insertPayment', row: first }])
  // Statistics of small tables, as autovacuum or a restore makes them.
  await postgres.run('VACUUM ANALYZE', url)
  for (let turn = 0; turn < 60; turn++) {
    const made = Array.from({ length: 10 }, () => payment({ state: 'intent' }))
    rows.push(...made)
    await Promise.all(made.map((row) => store.commit([{ kind: 'insertPayment', row }])))
    const steps = made.map(({ id }) =>
      store.commit([
        {
          kind: 'stepPayment',
          id,
          expectedVersion: 1,
          set: { state: 'succeeded', updatedAtMs: 1 },
        },
      ]),
    )
    await Promise.all(steps)
  }
  await store.close()
  const read = await readByIndex(url, 'payment')
  const inAll = Object.values(read).reduce((sum, count) => sum + count, 0)
  expect(inAll, JSON.stringify(read)).toBeLessThan(rows.length * 4)
})
