import { describe, expect, it } from 'vitest'
import { operationNamed } from '../api/payments/life-cycle.ts'
import { findPayments } from '../engine/store/contract/open-store.ts'
import { migrations } from '../engine/store/migrations/migrations.ts'
import type { PaymentRow } from '../engine/store/port.ts'
import { connect } from '../engine/store/postgres/connection.ts'
import { POSTGRES_LIMITS } from '../engine/store/postgres/limits.ts'
import { migrate as migratePostgres } from '../engine/store/postgres/migrate.ts'
import { postgresMigrations } from '../engine/store/postgres/migrations/migrations.ts'
import { openPostgresStore } from '../engine/store/postgres/open-postgres-store.ts'
import { openWriter } from '../engine/store/sqlite/connection.ts'
import { migrate } from '../engine/store/sqlite/migrate.ts'
import { openSqliteStore } from '../engine/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../engine/store/testing/database-files.ts'
import { usePostgres } from '../engine/store/testing/postgres.ts'
import rowsOfVersion010 from '../engine/store/testing/version-0.1.0.sql?raw'
import { AN_HOUR_LATER_MS, run } from './command.fixture.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

/** The migrations that version 0.1.0 knew. */
const OF_SQLITE = migrations.slice(0, 6)
const OF_POSTGRES = postgresMigrations.slice(0, 5)

/** A database of version 0.1.0 on an engine: its address, and how to open it. */
const engines = [
  [
    'SQLite',
    async () => {
      const file = newFile()
      const database = openWriter(file)
      migrate(database, OF_SQLITE)
      database.exec(rowsOfVersion010)
      database.close()
      const open = () => openSqliteStore({ file, committer: { kind: 'inline' } })
      return { address: `sqlite:${file}`, open }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgres.freshDatabase()
      const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: false })
      await migratePostgres(connection, OF_POSTGRES)
      await connection.run({ text: rowsOfVersion010 })
      await connection.end()
      return { address: url, open: () => openPostgresStore({ url }) }
    },
  ],
] as const

describe.each(engines)('a database of version 0.1.0 on %s', (_name, make) => {
  it('passes the check once it is migrated', async () => {
    const { address } = await make()
    const database = ['--database', address]
    expect((await run(['migrate', ...database])).code).toBe(0)
    const { code, lines } = await run(['check', ...database], { nowMs: AN_HOUR_LATER_MS })
    expect(lines.at(-1)).toBe('48 payments, 86 postings checked, 0 problems')
    expect(code).toBe(0)
  })

  it('has the details of its payments in columns', async () => {
    const { open } = await make()
    const store = await open()
    const payments = await findPayments(store, { entityIds: [CHANNEL] }, 0, 1000)
    await store.close()
    expect(payments).toHaveLength(48)
    for (const payment of payments) {
      const { operation, giftCardId, finalisedBy, holdClosed, takenBackMinor, bookedAtMs } = payment
      const said = { operation, giftCardId, finalisedBy, holdClosed, takenBackMinor, bookedAtMs }
      expect(said).toEqual(saidInDetails(payment, payments))
    }
    const countOf = (is: (payment: PaymentRow) => unknown) => payments.filter(is).length
    expect(countOf(({ operation }) => operation === 'increment')).toBe(2)
    expect(countOf(({ operation }) => operation === 'renewal')).toBe(2)
    expect(countOf(({ takenBackMinor }) => takenBackMinor > 0)).toBe(2)
    expect(countOf(({ giftCardId }) => giftCardId !== null)).toBe(2)
    expect(countOf(({ finalisedBy }) => finalisedBy !== null)).toBe(5)
    expect(countOf(({ holdClosed }) => holdClosed)).toBe(7)
    expect(countOf(({ bookedAtMs }) => bookedAtMs !== null)).toBe(4)
  })
})

const CHANNEL = '8ac7a401a1f978b58052d6467db1a3d1'

/** What the details of version 0.1.0 had beside the answer. */
interface OldDetails {
  readonly request: Readonly<Record<string, string>>
  readonly giftCardId?: string
  readonly takenBackMinor?: number
  readonly bookedAtMs?: number
  readonly isFinal?: boolean
  readonly holdClosed?: boolean
}

function saidInDetails(payment: PaymentRow, all: readonly PaymentRow[]) {
  const details = oldDetails(payment)
  const final = all.find(
    (other) =>
      other.referencedId === payment.id && other.state !== 'failed' && oldDetails(other).isFinal,
  )
  const practice = details.request['standingInstruction.industryPractice']
  const named = payment.paymentType === 'PA' ? practice : payment.paymentType
  return {
    operation: payment.referencedId === null ? 'first' : operationNamed(named),
    giftCardId: details.giftCardId ?? null,
    finalisedBy: final?.id ?? null,
    holdClosed: details.holdClosed ?? false,
    takenBackMinor: details.takenBackMinor ?? 0,
    bookedAtMs: details.bookedAtMs ?? null,
  }
}

function oldDetails({ details }: PaymentRow): OldDetails {
  return JSON.parse(details) as OldDetails
}
