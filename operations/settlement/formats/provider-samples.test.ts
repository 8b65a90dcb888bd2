import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/prepare/root.mjs'
import { adyen, settledShop, stripe } from '../settlement.fixture.ts'

/** Files with the columns of the providers; where they are not beside the project these tests are left out. */
const SAMPLES = join(ROOT, '../shared/providers/samples')

async function imported(name: string) {
  const shop = await settledShop({ account: { merchantId: 'acct_sim1' } })
  const format = name.startsWith('adyen') ? adyen : stripe
  const outcome = await shop.import(readFileSync(join(SAMPLES, name), 'utf8'), { format })
  if (outcome.kind !== 'imported') return { texts: outcome.texts }
  const batches = await shop.batches(outcome.file.id)
  return {
    lines: outcome.counts.lines,
    flagged: outcome.counts.flagged,
    paid: batches.map(({ reference, paidMinor, netMinor }) => [reference, netMinor, paidMinor]),
    ledger: await shop.ledger(outcome.file.id),
  }
}

describe.skipIf(!existsSync(SAMPLES))('settlement files as providers write them', () => {
  it.each([
    [
      'adyen-2026.csv',
      7,
      [
        ['7', 4_340, 4_340],
        ['7', 0, null],
      ],
      { 'bank EUR': 4_340, 'external EUR': 5_000 },
    ],
    ['adyen-2026b.csv', 6, [['7', 4_340, 4_340]], { 'bank EUR': 4_340, 'disputes EUR': 9_200 }],
    ['adyen-company.csv', 1, [['10', 1_000, null]], { 'balance EUR': 1_000 }],
    ['adyen-dcc.csv', 1, [['8', 9_980, null]], { 'balance EUR': 9_980, 'fees.markup EUR': 20 }],
    ['adyen-isk2.csv', 1, [['9', 650, null]], { 'receivable ISK': -1_000, 'balance EUR': 650 }],
    ['adyen-rate15.csv', 1, [['11', 950, null]], { 'receivable USD': -1_000, 'balance EUR': 950 }],
    ['stripe-bom.csv', 1, [['po_1', 100, 100]], { 'bank EUR': 100 }],
    [
      'stripe-itemized5.csv',
      11,
      [['po_1', 6_725, 6_725]],
      { 'receivable EUR': -15_200, 'disputes EUR': 9_200, 'adjustments EUR': -100 },
    ],
  ])('%s is booked', async (name, lines, paid, ledger) => {
    expect(await imported(name)).toMatchObject({ lines, flagged: 0, paid, ledger })
  })

  it.each([
    ['adyen-isk.csv', 'line 3, column Gross Credit (GC): is "1000.50": CLP has 0 decimals'],
    ['stripe-balance-change.csv', 'line 1, column automatic_payout_id: is missing'],
    ['stripe-dashboard-payments.csv', 'line 1, column reporting_category: is missing'],
  ])('%s is refused', async (name, text) => {
    expect((await imported(name)).texts).toContain(text)
  })
})
