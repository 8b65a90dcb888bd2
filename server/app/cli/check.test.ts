import { copyFile, cp } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { createSumWork } from '../../../operations/payment-sums/sum-work.ts'
import { ofThisRound, RUNS_ALL } from '../../../scripts/rounds.mjs'
import { sharedClock } from '../../kernel/timers/clock.ts'
import { noteApprovalOfFailure } from '../../payments/record/review-rules.ts'
import { migrations } from '../../store/migrations/migrations.ts'
import { numberKeyFolder } from '../../store/number-key-folder.ts'
import type { ChangeSet, PaymentRow, RegistrationRow } from '../../store/port.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import { breakages } from './check/breakages.fixture.ts'
import { AN_HOUR_LATER_MS, run } from './command.fixture.ts'
import { fillStore, type SamplePayments } from './sample-database.fixture.ts'

const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000

/** On PostgreSQL each takes a sixth of a second. On SQLite all of them are tried every day. */
const BREAKAGES_A_DAY = RUNS_ALL ? undefined : 30

const SOUND = /^\d+ payments, \d+ postings checked, 0 problems$/

/** What a check finds without the key of the vault. */
async function checked(address: string, nowMs = AN_HOUR_LATER_MS) {
  const { lines, ...rest } = await run(['check', '--database', address], { nowMs })
  return { ...rest, lines: lines.filter((line) => !line.startsWith(NOT_OPENED)) }
}

const NOT_OPENED = 'note: whether what is sealed opens was not looked at: '

describe('tillgate check on SQLite', () => {
  const newFile = databaseFiles()
  let sound: string
  let payments: SamplePayments

  beforeAll(async () => {
    sound = newFile()
    payments = await fillStore(
      await openSqliteStore({ file: sound, committer: { kind: 'inline' } }),
    )
  })

  const check = (file: string, nowMs = AN_HOUR_LATER_MS) => checked(`sqlite:${file}`, nowMs)

  /** With the keys of its card numbers, as a start needs them. */
  async function copySound(file: string): Promise<void> {
    await copyFile(sound, file)
    await cp(numberKeyFolder(sound), numberKeyFolder(file), { recursive: true })
  }

  /** A copy of the sound database, changed with its constraints and triggers off. */
  async function broken(sql: string): Promise<string> {
    const file = newFile()
    await copySound(file)
    const database = new Database(file)
    database.pragma('foreign_keys = OFF')
    database.pragma('ignore_check_constraints = ON')
    const hindrances = `SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'
      UNION ALL SELECT 'DROP INDEX payment_success_of_checkout'
      UNION ALL SELECT 'DROP INDEX registration_of_sole_number'`
    for (const drop of database.prepare(hindrances).pluck().all()) database.exec(String(drop))
    expect(database.prepare(sql).run().changes).toBeGreaterThan(0)
    database.close()
    return file
  }

  it('finds no fault in payments that were sent again, voided, or whose shopper came back', async () => {
    const waiting = `state IN ('intent', 'pending', 'taken')`
    const file = await broken(`UPDATE payment SET version = version + 3 WHERE ${waiting}`)
    const database = new Database(file)
    for (const [at, kind] of ['replayed', 'returned', 'voiding'].entries()) {
      database.exec(`INSERT INTO payment_event
        SELECT id, version - ${2 - at}, '${kind}', updated_at_ms, '{}' FROM payment WHERE ${waiting}`)
    }
    database.close()
    const { lines } = await check(file)
    expect(lines.at(-1)).toMatch(SOUND)
  })

  it('finds no fault in what the gateway wrote', async () => {
    const { code, lines } = await check(sound)
    expect(lines).toEqual([expect.stringMatching(SOUND)])
    expect(code).toBe(0)
  })

  it('finds no fault in a card wiped with its registration, nor in a manual review', async () => {
    const file = newFile()
    await copySound(file)
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const stored = (await store.read.registration(payments.registration)) as RegistrationRow
    const waiting = (await store.read.payment(payments.pending)) as PaymentRow
    expect(
      await store.commit([...wiping(stored), ...handedToOperator(waiting, AN_HOUR_LATER_MS)]),
    ).toEqual({ applied: true })
    await store.close()
    const { code, lines } = await check(file)
    expect(lines).toEqual([
      `review: payment ${waiting.id} waits for its shopper or a bank for longer than it may: needs review`,
      expect.stringMatching(/ 0 problems, 1 to review$/),
    ])
    expect(code).toBe(0)
  })

  it('finds no fault in the sums of what the gateway wrote', async () => {
    const file = newFile()
    await copySound(file)
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const clock = sharedClock({ now: () => AN_HOUR_LATER_MS + EIGHT_DAYS_MS })
    while (await createSumWork({ store, clock, log: { error: () => undefined } }).run());
    await store.close()
    const database = new Database(file)
    expect(database.prepare('SELECT count(*) FROM payment_sum').pluck().get()).toBeGreaterThan(10)
    database.close()
    expect((await check(file)).lines).toEqual([expect.stringMatching(SOUND)])
  })

  it('finds no fault in a card that a payment read right before it was wiped', async () => {
    const file = newFile()
    await copySound(file)
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const stored = (await store.read.registration(payments.registration)) as RegistrationRow
    const debit = (await store.read.payment(payments.debit)) as PaymentRow
    const gone = { kind: 'deleteVaultRecord', id: debit.vaultRecordId ?? '' } as const
    const changes = [...wiping(stored, debit.createdAtMs - 2), gone]
    expect(await store.commit(changes)).toEqual({ applied: true })
    await store.close()
    expect((await check(file)).lines).toEqual([expect.stringMatching(SOUND)])
  })

  it('names numbers that nothing will delete, which the second migration gives their timers', async () => {
    const file = await broken(`DELETE FROM timer WHERE kind = 'numberRetention'`)
    expect((await check(file)).lines.at(-1)).not.toMatch(SOUND)
    const database = new Database(file)
    database.exec(migrations[1]?.sql ?? '')
    database.close()
    expect((await check(file)).lines).toEqual([expect.stringMatching(SOUND)])
  })

  it('names numbers that tillgate numbers delete deletes, or gives their timers', async () => {
    const file = await broken(`DELETE FROM timer WHERE kind = 'numberRetention'`)
    const mend = (nowMs: number) =>
      run(['numbers', 'delete', '--database', `sqlite:${file}`], { nowMs })
    const kept = await mend(AN_HOUR_LATER_MS)
    expect(kept.lines.join()).toMatch(/^0 numbers deleted; [1-9]\d* hours? with numbers to keep/)
    expect((await check(file)).lines).toEqual([expect.stringMatching(SOUND)])
    const database = new Database(file)
    database.exec(`DELETE FROM timer WHERE kind = 'numberRetention'`)
    database.close()
    const gone = await mend(AN_HOUR_LATER_MS + 200 * DAY_MS)
    expect(gone.lines.join()).toMatch(/^[1-9]\d* numbers deleted; /)
    expect((await check(file)).lines).toEqual([expect.stringMatching(SOUND)])
  })

  it.each(breakages)('finds $name', async ({ sql, found }) => {
    const { code, lines } = await check(await broken(sql(payments)))
    expect(lines.filter((line) => line.startsWith('problem: ')).join('\n')).toContain(found)
    expect(lines.at(-1)).not.toMatch(SOUND)
    expect(code).toBe(1)
  })

  it('names at most 100 rows for a rule and counts the others', async () => {
    const file = await broken(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
      INSERT INTO timer (kind, subject_id, due_at_ms, attempts, created_at_ms, version)
      SELECT 'checkoutExpiry', 'of nothing ' || i, 1, 0, 1, 1 FROM n`)
    const { lines } = await check(file)
    const what = 'is about something that is not there'
    expect(lines.filter((line) => line.endsWith(what))).toHaveLength(101)
    expect(lines.at(-2)).toBe(`problem: timer and 20 more, 120 in all: ${what}`)
    expect(lines.at(-1)).toMatch(/ 120 problems$/)
  })

  it('asks for review of an outcome unknown for seven days, without a fault', async () => {
    const { code, lines } = await check(sound, AN_HOUR_LATER_MS + EIGHT_DAYS_MS)
    expect(lines).toContain(
      `review: payment ${payments.unknown} has had no outcome for seven days: needs review`,
    )
    expect(lines.at(-1)).toMatch(/ 0 problems, \d+ to review$/)
    expect(code).toBe(0)
  })

  it('asks for review of a key of card numbers that was not destroyed in time', async () => {
    const found = async (days: number) => {
      const { lines } = await check(sound, AN_HOUR_LATER_MS + days * DAY_MS)
      return lines.filter((line) => line.startsWith('review: number_key'))
    }
    // Its period may begin today, and ends within 30 days; two more are for the gateway.
    expect(await found(0)).toEqual([])
    expect(await found(33)).toEqual([expect.stringContaining('is over and not destroyed')])
  })

  it('asks for review of an import that was interrupted', async () => {
    const { lines } = await check(await broken(`UPDATE settlement_file SET state = 'importing'`))
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^review: settlement_file ${payments.settlementFile} .*its import was interrupted`,
        ),
      ),
    )
  })

  it('asks for review of what an acquirer told in vain', async () => {
    const told = (id: string, state: string) =>
      `('gateway:1', '${id}', 'outcome', 'payment', 1, '{}', '${state}')`
    const { lines } = await check(
      await broken(`INSERT INTO acquirer_event
          (connector, event_id, kind, name, received_at_ms, event, state)
        VALUES ${told('a', 'unmatched')}, ${told('b', 'refused')}`),
    )
    expect(lines.filter((line) => line.startsWith('review: '))).toEqual([
      'review: acquirer_event a is about a payment that is not known here: look at its provider',
      'review: acquirer_event b contradicts what is stored and has no effect: see the log',
    ])
  })

  it('asks for review of a payment that failed and was approved later, and counts it', async () => {
    const file = newFile()
    await copySound(file)
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const declined = (await store.read.payment(payments.declined)) as PaymentRow
    const clock = sharedClock({ now: () => AN_HOUR_LATER_MS })
    const log = { error: () => undefined, warn: () => undefined } as never
    await noteApprovalOfFailure(declined, { store, clock, log })
    await store.close()
    const { code, lines } = await check(file)
    expect(lines).toEqual([
      `review: payment ${declined.id} failed here although the acquirer approved it: needs review`,
      expect.stringMatching(/ 0 problems, 1 to review$/),
    ])
    expect(code).toBe(0)
  })

  it('asks for no review of a failure that a person has written down after one', async () => {
    const file = await broken(
      `INSERT INTO payment_event SELECT payment_id, 0, 'review', at_ms, '{}' FROM payment_event
        WHERE payment_id = '${payments.declined}'`,
    )
    const { lines } = await check(file)
    expect(lines.filter((line) => line.includes('failed here although'))).toEqual([])
  })

  it('asks to reject a payment again as long as something of it is open', async () => {
    const asked = async (chargedBackMinor: number) => {
      const file = await broken(
        `UPDATE payment SET result_code = '000.400.000', charged_back_minor = ${chargedBackMinor},
          booked_minor = 9200, refunded_minor = 0, reversed_minor = 0 WHERE id = '${payments.debit}'`,
      )
      const database = new Database(file)
      const rejected = `INSERT INTO payment_event VALUES ('${payments.debit}', 90, 'rejected', 1, '{}')`
      database.exec(rejected)
      database.close()
      const { lines } = await check(file)
      return lines.some((line) => line.includes('reject it again'))
    }
    expect(await asked(9199)).toBe(true)
    expect(await asked(9200)).toBe(false)
  })

  it('finds a damaged page, and a reference that SQLite reports as broken', async () => {
    const file = await broken(`UPDATE posting SET payment_id = 'nobody' WHERE number = 1`)
    const { lines } = await check(file)
    expect(lines).toContain(
      'problem: database 1 rows of posting refer to rows of payment that are not there',
    )
    const database = new Database(file)
    database.unsafeMode()
    database.pragma('writable_schema = ON')
    database.exec(`DELETE FROM sqlite_schema WHERE name = 'posting_family'`)
    database.close()
    const damaged = await check(file)
    expect(damaged.lines[0]).toMatch(/^problem: database .*never used/)
    expect(damaged.code).toBe(1)
  })

  it('shows no checkout id, which is a credential', async () => {
    const file = await broken(`UPDATE checkout SET state = 'pending'`)
    const { lines } = await check(file)
    expect(lines.join('\n')).not.toMatch(/[0-9A-F]{32}/)
  })

  it('reports a missing database, or one of another schema', async () => {
    const absent = await check('/nowhere/tillgate.db')
    expect(absent.complaints).toEqual([
      'tillgate check: there is no database at /nowhere/tillgate.db: set TILLGATE_DATABASE_URL or TILLGATE_DATA_DIR',
    ])
    const older = await broken('DELETE FROM migration')
    expect((await check(older)).complaints[0]).toMatch(
      /has schema 0, this program needs \d+: run tillgate migrate first$/,
    )
  })
})

describe('tillgate check on PostgreSQL', () => {
  const postgres = usePostgres()

  async function filled() {
    const url = await postgres.freshDatabase()
    return { url, payments: await fillStore(await openPostgresStore({ url })) }
  }

  it('finds no fault in what the gateway wrote', async () => {
    const { url } = await filled()
    const { code, lines } = await checked(url)
    expect(lines).toEqual([
      'note: PostgreSQL has no check of its files here: see amcheck',
      expect.stringMatching(SOUND),
    ])
    expect(code).toBe(0)
  })

  it('finds the same faults, with the same rules', async () => {
    const { url, payments } = await filled()
    await postgres.run(WITHOUT_CONSTRAINTS, url)
    await postgres.run(SNAPSHOT_TABLES, url)
    for (const { name, sql, found } of ofThisRound(breakages, BREAKAGES_A_DAY)) {
      await postgres.run(`${RESTORED_TABLES}; ${sql(payments)}`, url)
      const { code, lines } = await checked(url)
      expect(lines.join('\n'), name).toContain(found)
      expect(code, name).toBe(1)
    }
  }, 300_000)
})

function wiping(
  { id, version, vaultRecordId }: RegistrationRow,
  updatedAtMs = AN_HOUR_LATER_MS,
): ChangeSet {
  return [
    {
      kind: 'stepRegistration',
      id,
      expectedVersion: version,
      set: {
        state: 'deleted',
        vaultRecordId: null,
        fingerprint: null,
        updatedAtMs,
      },
    },
    { kind: 'deleteVaultRecord', id: vaultRecordId ?? '' },
    { kind: 'endTimer', timer: 'registrationExpiry', subjectId: id, expectedVersion: null },
  ]
}

function handedToOperator({ id, version }: PaymentRow, atMs: number): ChangeSet {
  const review = { paymentId: id, sequence: version + 1, kind: 'review', atMs, data: '{}' }
  return [
    { kind: 'stepPayment', id, expectedVersion: version, set: { updatedAtMs: atMs } },
    { kind: 'appendEvent', row: review },
    { kind: 'endTimer', timer: 'pendingPayment', subjectId: id, expectedVersion: null },
  ]
}

/** Runs statements for each table that the migrations made; %1$I is its name. */
function ofEachTable(statements: string): string {
  return `DO $$ DECLARE t text; BEGIN
    FOR t IN SELECT tablename FROM pg_tables
      WHERE schemaname = current_schema() AND tablename NOT LIKE 'sound!_%' ESCAPE '!'
    LOOP EXECUTE format('${statements}', t); END LOOP;
  END $$`
}

/** Constraints other than primary keys, triggers and the indexes of what there is one of would stop most of it. */
const WITHOUT_CONSTRAINTS = `
  DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT conrelid::regclass AS of, conname FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND contype IN ('c', 'f')
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.of, c.conname); END LOOP;
  END $$;
  DROP INDEX payment_success_of_checkout;
  DROP INDEX registration_of_sole_number;
  ${ofEachTable('ALTER TABLE %1$I DISABLE TRIGGER USER')};`

const SNAPSHOT_TABLES = ofEachTable('CREATE TABLE sound_%1$s AS TABLE %1$I')

/** Emptying a few rows takes a tenth of TRUNCATE, which makes every table and index anew on the disk. */
const RESTORED_TABLES = ofEachTable(
  'DELETE FROM %1$I; INSERT INTO %1$I OVERRIDING SYSTEM VALUE TABLE sound_%1$s',
)
