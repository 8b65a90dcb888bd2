import { afterEach, describe, expect, it } from 'vitest'
import type { Store } from '../store/port.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../store/testing/database-files.ts'
import { makeCommitsFail } from '../store/testing/failing-commits.ts'
import { usePostgres } from '../store/testing/postgres.ts'
import { cardPayment, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts'

const postgres = usePostgres()
const newFile = databaseFiles()

interface DatabaseSetup {
  readonly store: Store
  /** Lets no commit of the store succeed; answers what lets them again. */
  fill(): Promise<() => Promise<unknown>>
}

const WRITTEN = ['payment', 'quota', 'checkout', 'registration', 'timer', 'vault_record']

const grounds: Readonly<Record<string, () => Promise<DatabaseSetup>>> = {
  async SQLite() {
    const file = newFile()
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const fill = async () => {
      const mend = makeCommitsFail(file, WRITTEN)
      return async () => mend()
    }
    return { store, fill }
  },
  async PostgreSQL() {
    const url = await postgres.freshDatabase()
    return { store: await openPostgresStore({ url }), fill: () => fillPostgres(url) }
  },
}

/** Every write to the tables fails with the error that PostgreSQL has for a full disk. */
async function fillPostgres(url: string): Promise<() => Promise<unknown>> {
  const triggers = WRITTEN.map(
    (table) => `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION find_disk_full();`,
  )
  await postgres.run(
    `CREATE FUNCTION find_disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
     ${triggers.join(' ')}`,
    url,
  )
  return () => postgres.run('DROP FUNCTION find_disk_full CASCADE', url)
}

let gateway: TestGateway | undefined
afterEach(() => gateway?.close())

/** What a merchant can read of a payment, a checkout and a registration that are there. */
async function readablePaths({ post, demo }: TestGateway): Promise<readonly string[]> {
  const { entityId } = demo
  const merchantTransactionId = 'order-before-the-disk-was-full'
  const form = cardPayment(entityId, { merchantTransactionId, createRegistration: 'true' })
  const paid = (await post('/v1/payments', form)).body
  const money = { entityId, amount: '92.00', currency: 'EUR' }
  const opened = (await post('/v1/checkouts', { ...money, paymentType: 'DB' })).body
  const checked = (await post('/v1/risk', money)).body
  return [
    `/v1/payments/${paid.id}`,
    `/v1/checkouts/${opened.id}/payment`,
    `/v1/registrations/${paid.registrationId}`,
    `/v1/risk/${checked.id}`,
    `/v1/query/${paid.id}`,
    `/v3/query?merchantTransactionId=${merchantTransactionId}`,
    `/v1/query?${new URLSearchParams({
      'date.from': '2026-11-20 14:00:00',
      'date.to': '2026-11-20 16:00:00',
    })}`,
  ]
}

describe.each(Object.entries(grounds))('while %s cannot write', (_, open) => {
  it('every read is answered, and a payment only after it can write again', async () => {
    const { store, fill } = await open()
    const started = await startTestGateway({ store })
    gateway = started
    const { get, post, demo } = started
    const paths = await readablePaths(started)
    const mend = await fill()
    try {
      for (const path of paths) {
        const query = `${path.includes('?') ? '&' : '?'}entityId=${demo.entityId}`
        const { status } = await get(path + query)
        expect([path, status]).toEqual([path, 200])
      }
      const refused = await post('/v1/payments', cardPayment(demo.entityId))
      expect(refused.status).toBeGreaterThanOrEqual(500)
    } finally {
      await mend()
    }
    const paid = await post('/v1/payments', cardPayment(demo.entityId))
    expect([paid.status, paid.body.result.code]).toEqual([200, '000.100.110'])
  })
})
