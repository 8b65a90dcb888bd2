import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeSet, PaymentRow } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { checkout, giftCard, idempotency, payment, quota, timer } from '../testing/sample-rows.ts'
import { connect, type Query } from './connection.ts'
import { POSTGRES_LIMITS } from './limits.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { createTimerClaims } from './timer-claims.ts'
import { WRITE_STATEMENTS } from './write-statements.ts'

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

const SECOND = 'plans_second'

describe.each(['a schema', 'a second database of the cluster'])(
  'the statements of writes in %s',
  (where) => {
    let url: string
    beforeAll(async () => {
      url = await postgres.freshDatabase()
      if (where === 'a schema') return
      await postgres.run(`CREATE DATABASE ${SECOND} TEMPLATE template0`)
      url = Object.assign(new URL(url), { pathname: SECOND, search: '' }).href
    })
    afterAll(() => postgres.run(`DROP DATABASE IF EXISTS ${SECOND} WITH (FORCE)`))

    it('look for rows by their keys in empty, small and large tables', async () => {
      const store = await openPostgresStore({ url })
      const write = (count: number) =>
        Promise.all(Array.from({ length: count }, () => store.commit(rowsOfSet())))
      const analyse = () => postgres.run('VACUUM ANALYZE', url)

      expect(await scansWithoutCondition(url), 'new').toEqual([])
      await analyse()
      expect(await scansWithoutCondition(url), 'analysed while they were empty').toEqual([])
      await write(1)
      await analyse()
      expect(await scansWithoutCondition(url), 'of one row').toEqual([])
      await write(1_000)
      await analyse()
      expect(await scansWithoutCondition(url), 'of 1,001 rows').toEqual([])
      const filled = new Set(['payment', 'checkout', 'timer', 'idempotency', 'quota', 'gift_card'])
      const byOtherIndexes = (await scansOfWrites(url)).filter(
        ({ table, index }) => filled.has(table) && index !== `${table}_pkey`,
      )
      // The claims of timers look for what is due first.
      expect(byOtherIndexes.map(({ index }) => index)).toEqual(['timer_due', 'timer_due_of_entity'])
      await store.close()
    })
  },
)

/** A row of each table that most payments write to. */
function rowsOfSet(): ChangeSet {
  return [
    { kind: 'insertPayment', row: payment() },
    { kind: 'insertCheckout', row: checkout() },
    { kind: 'insertTimer', row: timer() },
    { kind: 'insertIdempotency', row: idempotency() },
    { kind: 'takeQuota', row: quota() },
    { kind: 'insertGiftCard', row: giftCard() },
  ]
}

/** A part of a plan that reads a table. */
interface Scan {
  readonly statement: string
  readonly table: string
  readonly index: string | undefined
  /** What the index finds rows by; absent: it reads all of them. */
  readonly condition: string | undefined
}

async function scansWithoutCondition(url: string): Promise<readonly Scan[]> {
  const scans = await scansOfWrites(url)
  expect(scans.length).toBeGreaterThan(25)
  return scans.filter(({ condition }) => condition === undefined)
}

/** By the plans that sessions of the store make, which are for no values in particular. */
async function scansOfWrites(url: string): Promise<readonly Scan[]> {
  const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: false })
  try {
    const scans: Scan[] = []
    for (const { name = '', text } of [...WRITE_STATEMENTS, ...(await claims())]) {
      const { rows } = await connection.run({ text: `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}` })
      const explained = rows[0]?.['QUERY PLAN'] as readonly { readonly Plan: Plan }[]
      for (const { Plan: plan } of explained) scans.push(...scansIn(plan, name))
    }
    return scans
  } finally {
    await connection.end()
  }
}

async function claims(): Promise<readonly Query[]> {
  const queries: Query[] = []
  const claim = createTimerClaims({
    rows: async (query) => {
      queries.push(query)
      return []
    },
  })
  await claim({ dueAtMs: 1, untilMs: 2, limit: 64 })
  await claim({ dueAtMs: 1, untilMs: 2, limit: 64, entityIds: ['one'] })
  return queries
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

function scansIn(plan: Plan, statement: string): readonly Scan[] {
  const { 'Node Type': node, 'Relation Name': table, Plans: plans = [] } = plan
  const inner = plans.flatMap((each) => scansIn(each, statement))
  if (table === undefined || node === 'ModifyTable') return inner
  // A bitmap is made by a scan of the index, which is a node of its own.
  const { 'Index Name': index, 'Index Cond': condition } =
    node === 'Bitmap Heap Scan' ? (plans[0] ?? plan) : plan
  return [{ statement, table, index, condition }, ...inner]
}
