import { rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '../server/engine/store/migrations/migrations.ts'
import { connect } from '../server/engine/store/postgres/connection.ts'
import { POSTGRES_LIMITS } from '../server/engine/store/postgres/limits.ts'
import { migrate as migratePostgres } from '../server/engine/store/postgres/migrate.ts'
import { postgresMigrations } from '../server/engine/store/postgres/migrations/migrations.ts'
import { openWriter } from '../server/engine/store/sqlite/connection.ts'
import { migrate } from '../server/engine/store/sqlite/migrate.ts'
import { startPostgresCluster } from './postgres-cluster.ts'

/**
 * Migrates a large database of version 0.1.0, and says how long that takes, how much memory, and for
 * how long it says nothing meanwhile. Of ten payments eight are first ones; one is a FINAL capture,
 * one renews a hold.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    directory: { type: 'string', default: tmpdir() },
  },
})
const payments = Number(values.payments)
const directory = await mkdtemp(join(values.directory, 'tillgate-migrate-'))
try {
  const engines = values.engine.split(',')
  if (engines.includes('sqlite')) await measureSqlite()
  if (engines.includes('postgres')) await measurePostgres()
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measureSqlite(): Promise<void> {
  const file = join(directory, 'tillgate.db')
  const database = openWriter(file)
  try {
    migrate(database, migrations.slice(0, 6))
    database.pragma('synchronous = OFF')
    for (const sql of oldRows((n) => `printf('%032d', ${n})`)) database.exec(sql)
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.pragma('synchronous = FULL')
    const before = sizeOf(file)
    await report('SQLite', async (say) => migrate(database, migrations, say))
    const log = sizeOf(`${file}-wal`)
    process.stdout.write(`  file ${before} MB before, ${sizeOf(file)} MB after, log ${log} MB\n`)
  } finally {
    database.close()
  }
}

async function measurePostgres(): Promise<void> {
  const cluster = await startPostgresCluster(directory)
  try {
    const url = await cluster.createDatabase('migrate')
    const limits = { ...POSTGRES_LIMITS, answerMs: 0 }
    const connection = await connect({ url, limits, allowUnsafeCommit: false })
    await migratePostgres(connection, postgresMigrations.slice(0, 5))
    for (const text of oldRows((n) => `lpad((${n})::text, 32, '0')`)) await connection.run({ text })
    await connection.run({ text: 'VACUUM ANALYZE' })
    await report('PostgreSQL', (say) => migratePostgres(connection, postgresMigrations, say))
    await connection.end()
  } finally {
    await cluster.stop()
  }
}

async function report(
  engine: string,
  run: (say: (message: string) => void) => Promise<void>,
): Promise<void> {
  const residentBefore = process.resourceUsage().maxRSS
  const startedAtMs = performance.now()
  let lastMs = startedAtMs
  let silenceMs = 0
  const heard = () => {
    silenceMs = Math.max(silenceMs, performance.now() - lastMs)
    lastMs = performance.now()
  }
  await run((message) => {
    heard()
    process.stdout.write(`  ${Math.round(lastMs - startedAtMs)} ms: ${message}\n`)
  })
  heard()
  const grownMb = (process.resourceUsage().maxRSS - residentBefore) / 1024
  process.stdout.write(
    `${engine}: ${payments} payments in ${seconds(lastMs - startedAtMs)} s, at most ` +
      `${seconds(silenceMs)} s without a word, ${grownMb.toFixed(0)} MB of memory more than before\n`,
  )
}

/** Statements that write payments, events and postings as version 0.1.0 did, in SQL of both engines. */
function oldRows(idOf: (n: string) => string): readonly string[] {
  const is = (digit: number) => `n % 10 = ${digit}`
  const hold = `${is(5)} OR ${is(7)} OR ${is(8)}`
  const card = JSON.stringify({ bin: '420000', last4Digits: '0000', holder: 'Jane Jones' })
  const filler = JSON.stringify({ AcquirerResponse: '00', ExtendedDescription: 'x'.repeat(800) })
  const practice = '"standingInstruction.industryPractice":"REAUTHORIZATION"'
  return [
    `CREATE TEMP TABLE numbered AS WITH RECURSIVE counted (n) AS (
      SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < ${payments - 1}
    ) SELECT n FROM counted`,
    `INSERT INTO payment (
      id, entity_id, referenced_id, family_id, payment_type, payment_brand, amount_minor, currency,
      state, result_code, connector, merchant_transaction_id, authorised_minor, booked_minor,
      captured_minor, reversed_minor, refunded_minor, capture_count, finalised, details,
      created_at_ms, updated_at_ms, version
    ) SELECT ${idOf('n')}, 'channel',
      CASE WHEN ${is(6)} OR ${is(8)} THEN ${idOf('n - 1')} END,
      CASE WHEN ${is(6)} OR ${is(8)} THEN ${idOf('n - 1')} ELSE ${idOf('n')} END,
      CASE WHEN ${is(6)} THEN 'CP' WHEN ${hold} THEN 'PA' ELSE 'DB' END, 'VISA', 10000, 'EUR',
      'succeeded', '000.100.110', 'simulator', ${idOf('n')},
      CASE WHEN ${hold} THEN 10000 ELSE 0 END, CASE WHEN ${hold} THEN 0 ELSE 10000 END,
      CASE WHEN ${is(5)} THEN 10000 ELSE 0 END, CASE WHEN ${is(7)} THEN 10000 ELSE 0 END, 0,
      CASE WHEN ${is(5)} THEN 1 ELSE 0 END, (${is(5)}),
      '{"request":{' || CASE WHEN ${is(8)} THEN '${practice}' ELSE '' END
        || '},"card":${card},"resultDetails":${filler}'
        || CASE WHEN ${is(6)} THEN ',"isFinal":true' WHEN ${is(8)} THEN ',"takenBackMinor":10000'
          WHEN ${is(5)} OR ${is(7)} THEN ',"holdClosed":true' ELSE '' END || '}',
      1795186800000 + n, 1795186800000 + n, 1 FROM numbered ORDER BY n`,
    `INSERT INTO payment_event (payment_id, sequence, kind, at_ms, data)
      SELECT ${idOf('n')}, 1, 'succeeded', 1795186800000, '{"code":"000.100.110"}' FROM numbered`,
    ...['shopper', 'captured'].map(
      (account, at) => `INSERT INTO posting
        (family_id, payment_id, account, amount_minor, currency, at_ms)
        SELECT ${idOf('n')}, ${idOf('n')}, '${account}', ${at === 0 ? -10000 : 10000}, 'EUR',
          1795186800000 FROM numbered`,
    ),
  ]
}

function sizeOf(file: string): number {
  return Math.round(statSync(file).size / 1024 / 1024)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
