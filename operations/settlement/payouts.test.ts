import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SettlementBatchRow } from '../../server/store/port.ts'
import { listedPayouts, stateOf, sumsOf } from './payouts.ts'
import { payoutLine, settledLine, settledShop, tillgateFile } from './settlement.fixture.ts'

const TYPES = ['SETTLED', 'REFUNDED', 'CHARGEBACK', 'CHARGEBACK REVERSAL', 'FEE'] as const

const line = fc.record({
  type: fc.constantFrom(...TYPES),
  gross: fc.integer({ min: 0, max: 100_000 }),
  fee: fc.integer({ min: 0, max: 500 }),
})

/** As our own format signs it: what takes money has a minus sign. */
function signed(type: (typeof TYPES)[number], minor: number): number {
  if (type === 'FEE') return 0
  return type === 'REFUNDED' || type === 'CHARGEBACK' ? -minor : minor
}

const text = (minor: number) => (minor / 100).toFixed(2)

test('the amounts of a payout are what the lines of its file sum to, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
      const shop = await settledShop()
      const cells = lines.map(({ type, gross, fee }, at) =>
        settledLine(shop.account, {
          record_id: `r${at}`,
          record_type: type,
          gross_amount: text(signed(type, gross)),
          net_amount: text(signed(type, gross) - fee),
          interchange: text(fee),
          scheme_fee: '0.00',
          markup: '0.00',
        }),
      )
      const imported = await shop.import(tillgateFile(cells))
      expect(imported.texts).toEqual([])
      if (imported.kind !== 'imported') throw new Error('not imported')
      const [listed] = await listedPayouts(await shop.batches(imported.file.id), shop.store)
      const of = (...types: readonly string[]) =>
        lines
          .filter(({ type }) => types.includes(type))
          .reduce((sum, { type, gross }) => sum + signed(type, gross), 0)
      const feesMinor = lines.reduce((sum, { fee }) => sum + fee, 0)
      expect(listed?.sums).toEqual({
        grossMinor: of('SETTLED'),
        refundsMinor: of('REFUNDED'),
        chargebacksMinor: of('CHARGEBACK', 'CHARGEBACK REVERSAL'),
        carriedMinor: 0,
        otherMinor: 0,
        feesMinor,
        netMinor: of(...TYPES) - feesMinor,
      })
      expect(listed?.sums.netMinor).toBe(listed?.batch.netMinor)
      expect(listed?.sums.feesMinor).toBe(listed?.batch.feeMinor)
    }),
    { numRuns: 40 },
  )
})

test('what is paid out is no part of what a payout is made of', async () => {
  const shop = await settledShop()
  const file = tillgateFile([settledLine(shop.account), payoutLine(shop.account, '98.00')])
  const imported = await shop.import(file)
  if (imported.kind !== 'imported') throw new Error(imported.texts.join())
  const [listed] = await listedPayouts(await shop.batches(imported.file.id), shop.store)
  expect(listed).toMatchObject({ sums: { grossMinor: 10_000, feesMinor: 200, netMinor: 9800 } })
  if (listed === undefined) return
  expect(stateOf(listed, '2026-11-22')).toBe('announced')
  expect(stateOf(listed, '2026-11-23')).toBe('paid')
})

test('a day on which more goes back than comes in is carried over, and waits for nothing', () => {
  const batch = { currency: 'EUR', netMinor: -1800, earlierNetMinor: 0 } as SettlementBatchRow
  const payout = {
    reference: null,
    isTold: false,
    paidOn: null,
    bankReference: null,
    returnedOn: null,
  }
  const listed = { batch, sums: sumsOf(batch, []), payout }
  expect(stateOf(listed, '2026-11-23')).toBe('carriedOver')
  const owed = { ...listed, batch: { ...batch, netMinor: 1 } }
  expect(stateOf(owed, '2026-11-23')).toBe('waiting')
  const returned = { ...owed, payout: { ...payout, returnedOn: '2026-11-22' } }
  expect(stateOf(returned, '2026-11-23')).toBe('returned')
})
