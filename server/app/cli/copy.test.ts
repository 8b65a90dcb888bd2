import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangeSet } from '../../store/port.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { SCAN_TABLES } from '../../store/scan.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { TABLE_LIST } from '../../store/tables/tables.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import {
  cardPayment,
  dispute,
  entity,
  payment,
  posting,
  succeeded,
  vaultKey,
} from '../../store/testing/sample-rows.ts'
import { run } from './command.fixture.ts'
import { PAGE_ROWS, rowsOfPage } from './copy/walk.ts'
import { fillStore } from './sample-database.fixture.ts'

const newFile = databaseFiles()
// It counts the sessions of all gateways.
const postgres = usePostgres({ own: true })

const openFile = (file: string) => openSqliteStore({ file, committer: { kind: 'inline' } })

const copy = (from: string, to: string) => run(['copy', '--from', from, '--to', to])

/** A new database that holds what the change sets say. */
async function fileWith(...sets: readonly ChangeSet[]): Promise<string> {
  const file = newFile()
  const store = await openFile(file)
  for (const changes of sets) expect(await store.commit(changes)).toEqual({ applied: true })
  await store.close()
  return file
}

describe('tillgate copy', () => {
  let file: string
  beforeAll(async () => {
    file = newFile()
    await fillStore(await openFile(file))
  })

  it('copies everything from SQLite to PostgreSQL and back, equal and without faults', async () => {
    const url = await postgres.freshDatabase()
    const there = await copy(`sqlite:${file}`, url)
    expect(there).toMatchObject({ code: 0, complaints: [] })
    expect(there.lines).toHaveLength(TABLE_LIST.length)
    for (const line of there.lines) expect(line).toMatch(/ rows {2}sha256 [0-9a-f]{64}.* equal$/)
    expect(there.lines.join('\n')).toMatch(/posting .* EUR \d+ moved, balance 0 {2}GBP 9200 moved/)
    expect((await run(['check', '--database', url])).code).toBe(0)

    const back = newFile()
    // The first copy is in the audit log of its target.
    const kept = ({ lines }: { readonly lines: readonly string[] }) =>
      lines.filter((line) => !line.startsWith('audit_entry'))
    const again = await copy(url, `sqlite:${back}`)
    expect(again).toMatchObject({ code: 0, complaints: [] })
    expect(kept(again)).toEqual(kept(there))
    expect(again.lines.join('\n')).toMatch(/audit_entry +1 rows/)
    expect((await run(['check', '--database', `sqlite:${back}`])).code).toBe(0)
  })

  it('copies more than a page, and rows that refer to ones with a later id', async () => {
    const key = vaultKey()
    const merchant = entity({ id: 'f'.repeat(32) })
    const channel = entity({ id: '0'.repeat(32), parentId: merchant.id, kind: 'channel' })
    const first = succeeded({ id: `${'e'.repeat(31)}f` })
    const capture = payment({ id: `${'d'.repeat(31)}f`, referencedId: first.id, paymentType: 'CP' })
    const refund = payment({
      id: `${'c'.repeat(31)}f`,
      referencedId: capture.id,
      familyId: first.id,
      paymentType: 'RF',
    })
    const many = Array.from({ length: PAGE_ROWS + 7 }, () => cardPayment(key.id))
    const from = await fileWith(
      [
        { kind: 'insertEntity', row: merchant },
        { kind: 'insertEntity', row: channel },
        { kind: 'insertVaultKey', row: key },
        ...[first, capture, refund].map((row) => ({ kind: 'insertPayment', row }) as const),
      ],
      ...many,
    )
    const copied = await copy(`sqlite:${from}`, `sqlite:${newFile()}`)
    expect(copied).toMatchObject({ code: 0, complaints: [] })
    expect(copied.lines.join('\n')).toMatch(/payment +510 rows .*\n.*\nposting +1014 rows/)
  })

  it('copies documents of disputes, few at once because each may be large', async () => {
    const disputed = succeeded()
    const row = dispute(disputed)
    const documents = Array.from({ length: 20 }, (_, at) => ({
      id: `${at}`.padStart(32, '0'),
      disputeId: row.id,
      name: 'delivery.txt',
      mediaType: 'text/plain',
      type: null,
      size: 1,
      sealed: 'sealed',
      createdAtMs: 1,
    }))
    const from = await fileWith([
      { kind: 'insertPayment', row: disputed },
      { kind: 'insertDispute', row },
      ...documents.map((each) => ({ kind: 'insertDisputeDocument', row: each }) as const),
    ])
    const copied = await copy(`sqlite:${from}`, `sqlite:${newFile()}`)
    expect(copied.lines.join('\n')).toMatch(/dispute_document +20 rows .* equal/)
    const table = SCAN_TABLES.find(({ name }) => name === 'dispute_document')
    expect(table && rowsOfPage(table)).toBe(8)
  })

  it('keeps the order of postings that several servers wrote alternately', async () => {
    const [one, other] = [succeeded(), succeeded({ currency: 'GBP' })]
    const from = await fileWith([
      { kind: 'insertPayment', row: one },
      { kind: 'insertPayment', row: other },
      {
        kind: 'appendPosting',
        row: posting(one, { account: 'shopper', amountMinor: -one.amountMinor }),
      },
      {
        kind: 'appendPosting',
        row: posting(other, { account: 'shopper', amountMinor: -other.amountMinor }),
      },
      { kind: 'appendPosting', row: posting(one, {}) },
      { kind: 'appendPosting', row: posting(other, {}) },
    ])
    expect(await copy(`sqlite:${from}`, await postgres.freshDatabase())).toMatchObject({ code: 0 })
  })

  it('refuses a target that is not empty, and a source that is in use', async () => {
    const full = newFile()
    await fillStore(await openFile(full))
    const refused = await copy(`sqlite:${file}`, `sqlite:${full}`)
    expect(refused.code).toBe(1)
    expect(refused.complaints).toEqual([
      `tillgate copy: sqlite:${full} is not empty: it has rows in entity`,
    ])

    const running = await openFile(file)
    const inUse = await copy(`sqlite:${file}`, `sqlite:${newFile()}`)
    await running.close()
    expect(inUse.code).toBe(1)
    expect(inUse.complaints).toEqual([
      `tillgate copy: sqlite:${file} is in use: stop the gateway first`,
    ])
  })

  it('refuses a PostgreSQL source that a gateway has open', async () => {
    const url = await postgres.freshDatabase()
    const running = await openPostgresStore({ url })
    await running.ping()
    const { code, complaints } = await copy(url, `sqlite:${newFile()}`)
    await running.close()
    expect(code).toBe(1)
    expect(complaints).toEqual([expect.stringContaining('is in use: stop the gateway first')])
  })

  it('fails when the target differs from the source at the end', async () => {
    const url = await postgres.freshDatabase()
    const store = await openPostgresStore({ url })
    await store.close()
    await postgres.run(FORGERY, url)
    const { code, lines, complaints } = await copy(`sqlite:${file}`, url)
    expect(code).toBe(1)
    expect(lines.filter((line) => line.includes('DIFFERS'))).toEqual([
      expect.stringMatching(/^payment /),
    ])
    expect(complaints).toEqual(['tillgate copy: 1 tables differ: do not use the target'])
  })

  it('stops at a ledger that does not balance', async () => {
    const broken = await fileWith([{ kind: 'insertPayment', row: succeeded() }])
    const database = new Database(broken)
    database.exec(`INSERT INTO posting (family_id, payment_id, account, amount_minor, currency, at_ms)
      SELECT family_id, id, 'captured', 1, 'EUR', 1 FROM payment`)
    database.close()
    const { code, complaints } = await copy(`sqlite:${broken}`, `sqlite:${newFile()}`)
    expect(code).toBe(1)
    expect(complaints).toEqual([
      'tillgate copy: the rows of posting do not sum to zero: run tillgate check on the source',
    ])
  })
})

/** A trigger that changes what is written, as a broken target would. */
const FORGERY = `
  CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.details = '{}'; RETURN NEW; END $$;
  CREATE TRIGGER forge BEFORE INSERT ON payment FOR EACH ROW EXECUTE FUNCTION forge()`
