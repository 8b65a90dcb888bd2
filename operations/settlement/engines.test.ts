import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../server/store/testing/database-files.ts'
import { usePostgres } from '../../server/store/testing/postgres.ts'
import { fileAt } from './file-records.ts'
import { importFile } from './import.ts'
import { matchAgain } from './match-again.ts'
import { matchByHand } from './match-by-hand.ts'
import { reconciliationLines } from './reconciliation-file.ts'
import {
  fileWith,
  keyedHash,
  NOW_MS,
  payoutLine,
  settledLine,
  settledShop,
  tillgate,
  tillgateFile,
} from './settlement.fixture.ts'
import { settlementStatus } from './status.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

const engines = {
  SQLite: () => openSqliteStore({ file: newFile(), committer: { kind: 'inline' } }),
  PostgreSQL: async () => openPostgresStore({ url: await postgres.freshDatabase() }),
}

/** A finance day on a database as the gateway has it; the other tests of the feature run in memory. */
describe.each(Object.entries(engines))('a finance day on %s', (_name, open) => {
  it('goes from payments to a payout, with captured = settled + missing', async () => {
    const store = await open()
    onTestFinished(() => store.close())
    const shop = await settledShop({ store })
    const clock = { now: () => NOW_MS }
    const payments = []
    for (let at = 0; at < 1_100; at += 1) payments.push(await shop.pay())
    const refund = await shop.pay({
      paymentType: 'RF',
      operation: 'refund',
      amountMinor: 3_000,
      bookedMinor: 3_000,
      referencedId: payments[0]?.id ?? '',
      familyId: payments[0]?.id ?? '',
    })
    const late = await shop.pay({ merchantTransactionId: 'late-order', createdAtMs: 1 })
    const lines = [
      ...payments.map(({ id }) => settledLine(shop.account, { payment_id: id })),
      settledLine(shop.account, {
        payment_id: refund.id,
        record_type: 'REFUNDED',
        gross_amount: '-30.00',
        net_amount: '-30.00',
        interchange: '',
        scheme_fee: '',
        markup: '',
      }),
      settledLine(shop.account, { record_id: 'unknown', payment_id: 'nothing', ordered_at: '' }),
      payoutLine(shop.account, '107868.00'),
    ]
    const path = await fileWith(tillgateFile(lines))
    const request = {
      file: fileAt(path),
      format: tillgate,
      account: shop.account,
      acceptsUnbalanced: false,
    }
    // Two processes at the same time: the lines are there once.
    const outcomes = await Promise.all(
      [1, 2].map(() => importFile(request, { store, clock, keyedHash })),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['imported', 'imported'])
    const [file] = await store.read.settlementFilesOf(shop.account.id, '9', 1)
    expect(file).toMatchObject({ state: 'imported', lineCount: 1_103, bookedCount: 1_103 })
    expect(await shop.ledger(file?.id ?? '')).toMatchObject({
      'receivable EUR': -(1_101 * 10_000 - 3_000),
      'balance EUR': 0,
      'bank EUR': 10_786_800,
    })

    const restated = tillgateFile(lines.toReversed())
    expect(await shop.import(restated)).toMatchObject({ counts: { lines: 1_103, repeated: 1_103 } })

    const [open1] = await store.read.openSettlementLines(shop.account.id, '', 0, 10)
    expect(open1).toMatchObject({ recordId: 'unknown', matchState: 'NOT_MATCHED' })
    expect(
      await matchAgain(shop.account, { toleranceMinor: 0 }, { store, clock, keyedHash }),
    ).toMatchObject({
      looked: 1,
      matched: 0,
    })
    const by = { paymentIds: [late.id], matchedBy: 'Ann' }
    const place = { batchId: open1?.batchId ?? '', position: open1?.position ?? 0 }
    expect(await matchByHand(place, by, { store, clock })).toBe('matched')

    const frame = { from: '2026-11-20', to: '2026-11-23', nowMs: NOW_MS }
    const status = await settlementStatus(shop.account, frame, store)
    expect(status.days).toEqual([
      {
        day: '2026-11-20',
        currency: 'EUR',
        captured: { minor: 10_997_000, count: 1_101 },
        settled: { minor: 10_997_000, count: 1_101 },
        missing: { minor: 0, count: 0 },
        expectedUntil: '2026-11-22',
        isLate: false,
        above: { minor: 0, count: 0 },
        below: { minor: 0, count: 0 },
        ofEarlierDays: { minor: 0, count: 0 },
        reversedLater: { minor: 0, count: 0 },
      },
    ])
    // The payout reaches the bank on the 23rd.
    expect(status.unpaid).toEqual({ EUR: 10_786_800 })
    const nowMs = NOW_MS + 3 * DAY_MS
    const later = await settlementStatus(shop.account, { ...frame, nowMs }, store)
    expect(later.unpaid).toEqual({ EUR: 0 })
    expect(status.missingPayouts.count).toBe(0)

    let rows = 0
    const entityIds = [shop.merchantId]
    for await (const _row of reconciliationLines({ entityIds, day: '2026-11-21' }, store)) rows += 1
    expect(rows).toBe(1_103)
  })

  it('gives a payment to one of several lines that people match at the same moment', async () => {
    const store = await open()
    onTestFinished(() => store.close())
    const shop = await settledShop({ store })
    const clock = { now: () => NOW_MS }
    for (let round = 0; round < 10; round += 1) {
      const { id } = await shop.pay()
      const strays = [1, 2, 3].map((each) =>
        settledLine(shop.account, {
          record_id: `${round}-${each}`,
          payment_id: `${round}-${each}`,
          ordered_at: '2026-10-01 12:00:00',
          payout_reference: '',
        }),
      )
      const imported = await shop.import(tillgateFile(strays))
      if (imported.kind !== 'imported') throw new Error(imported.texts.join('\n'))
      const batchId = `${imported.file.id}-00001`
      const by = { paymentIds: [id], matchedBy: 'Ann' }
      const outcomes = await Promise.all(
        [1, 2, 3].map((position) => matchByHand({ batchId, position }, by, { store, clock })),
      )
      expect(outcomes.filter((one) => one === 'matched')).toHaveLength(1)
      const differs = {
        line: { minor: 10_000, currency: 'EUR' },
        payments: { minor: 0, currency: 'EUR' },
      }
      expect(outcomes.filter((one) => one !== 'matched')).toEqual([differs, differs])
      expect(await store.read.settlementMatchesOfPayments([id])).toHaveLength(1)
    }
  })
})
