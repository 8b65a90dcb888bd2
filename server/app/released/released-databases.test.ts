import { describe, expect, it } from 'vitest'
import type { Store } from '../../store/port.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { openPostgresScan } from '../../store/postgres/scan-postgres.ts'
import type { Scan } from '../../store/scan.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { openSqliteScan } from '../../store/sqlite/scan-sqlite.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import { shopperCard, startTestGateway } from '../../testing/gateway.fixture.ts'
import { run } from '../cli/command.fixture.ts'
import { fillRelease } from './filled-release.fixture.ts'
import {
  keepPostgres,
  keepSqlite,
  loadPostgres,
  RELEASED_KEY,
  RELEASES,
  unpackSqlite,
} from './released-databases.fixture.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

interface Engine {
  readonly name: string
  /** The address of a new database as a version has left it. */
  readonly make: (version: string) => Promise<string>
  readonly open: (address: string) => Promise<Store>
  readonly scan: (address: string) => Scan | Promise<Scan>
  readonly tables: string
}

const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    make: async (version) => {
      const file = newFile()
      unpackSqlite(version, file)
      return `sqlite:${file}`
    },
    open: (address) =>
      openSqliteStore({ file: address.slice('sqlite:'.length), committer: { kind: 'inline' } }),
    scan: (address) => openSqliteScan({ file: address.slice('sqlite:'.length) }),
    tables: `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
  },
  {
    name: 'PostgreSQL',
    make: async (version) => {
      const url = await postgres.freshDatabase()
      await loadPostgres(version, postgres, url)
      return url
    },
    open: (url) => openPostgresStore({ url }),
    scan: openPostgresScan,
    tables: `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = current_schema() ORDER BY name`,
  },
]

type Row = Readonly<Record<string, unknown>>

/** All rows of each table. The number of migrations is what an update changes. */
async function rowsIn(
  { scan, tables }: Engine,
  address: string,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const opened = await scan(address)
  try {
    const found = new Map<string, readonly Row[]>()
    for (const { name } of await opened.select(tables)) {
      if (name !== 'migration')
        found.set(String(name), await opened.select(`SELECT * FROM ${name}`))
    }
    return found
  } finally {
    await opened.close()
  }
}

/** Rows with the columns that an earlier version had of them, in an order of their own. */
function textsOf(rows: readonly Row[], columns: readonly string[]): readonly string[] {
  return rows.map((row) => JSON.stringify(columns.map((name) => [name, String(row[name])]))).sort()
}

/** What a merchant must not lose with an update. */
const KEPT = ['payment', 'posting', 'acquirer_account', 'settlement_line', 'dispute', 'admin_user']

/** A debit with nothing refunded, and the payments that the demo's token may read. */
async function paymentsIn({ scan }: Engine, address: string) {
  const opened = await scan(address)
  try {
    const ids = await opened.select(
      `SELECT payment.id, payment_type = 'DB' AND state = 'succeeded' AND booked_minor = 9200
         AND refunded_minor + reversed_minor + charged_back_minor = 0
         AND currency = 'EUR' AS refundable
       FROM payment JOIN entity ON entity.id = payment.entity_id
       WHERE entity.name = 'Demo channel' AND amount_minor > 0`,
    )
    const debit = ids.find(({ refundable }) => Boolean(refundable))
    return { ids: ids.map(({ id }) => String(id)), debit: String(debit?.id) }
  } finally {
    await opened.close()
  }
}

describe.each(RELEASES)('a database of version %s', (version) => {
  describe.each(ENGINES)('on $name', (engine) => {
    it('opens, with every row, and check finds no fault', async () => {
      const address = await engine.make(version)
      const before = await rowsIn(engine, address)
      expect(KEPT.filter((name) => (before.get(name) ?? []).length === 0)).toEqual([])
      await (await engine.open(address)).close()
      const after = await rowsIn(engine, address)
      for (const [name, rows] of before) {
        const columns = Object.keys(rows[0] ?? {})
        expect(textsOf(after.get(name) ?? [], columns), name).toEqual(textsOf(rows, columns))
      }
      const { lines, code } = await run(['check', '--database', address])
      expect(lines.filter((line) => !line.startsWith('note: '))).toEqual([
        expect.stringMatching(/ [1-9]\d* postings checked, 0 problems$/),
      ])
      expect(code).toBe(0)
    })

    it('is served: payments are read, refunded and made', async () => {
      const address = await engine.make(version)
      const { ids, debit } = await paymentsIn(engine, address)
      const gateway = await startTestGateway({
        store: await engine.open(address),
        masterKey: RELEASED_KEY,
      })
      const { entityId } = gateway.demo
      const answers = await Promise.all(ids.map((id) => gateway.get(`/v1/payments/${id}`)))
      expect(answers.map(({ body }) => body.id)).toEqual(ids)
      const money = { entityId, amount: '92.00', currency: 'EUR' }
      const refund = await gateway.post(`/v1/payments/${debit}`, { ...money, paymentType: 'RF' })
      const again = await gateway.post('/v1/payments', {
        ...money,
        ...shopperCard,
        paymentType: 'DB',
      })
      await gateway.close()
      const codes = [refund, again].map(({ body }) => body.result.code)
      expect(codes).toEqual(['000.100.110', '000.100.110'])
    })
  })
})

it('keeps a database of each version for both engines', () => {
  expect(RELEASES).toContain('0.1.0')
})

/** `KEEP_RELEASE=0.2.0 npx vitest run server/app/released` keeps the databases of a new version. */
const KEEP = process.env.KEEP_RELEASE
if (KEEP !== undefined) {
  it(`keeps the databases of ${KEEP}`, async () => {
    const file = newFile()
    await fillRelease(`sqlite:${file}`, () => ENGINES[0]?.open(`sqlite:${file}`) as Promise<Store>)
    keepSqlite(KEEP, file)
    const url = await postgres.freshDatabase()
    await fillRelease(url, () => openPostgresStore({ url }))
    await keepPostgres(KEEP, postgres, url)
  })
}
