import { describe, expect, it } from 'vitest'
import { TILLGATE_COLUMNS } from '../../operations/settlement/formats/tillgate.ts'
import { type SettledShop, settledShop } from '../../operations/settlement/settlement.fixture.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { simulateFile } from './simulate.ts'

/** The file of a day: its text, its lines by column, and what was said of it. */
async function simulated({ account, store }: SettledShop, day: string) {
  const lines: string[] = []
  const result = await simulateFile(account, day, store, async (line) => void lines.push(line))
  const rows = lines.slice(1).map((line) => {
    const cells = line.split(';')
    return Object.fromEntries(TILLGATE_COLUMNS.map((name, at) => [name, cells[at] ?? '']))
  })
  return { ...result, text: `${lines.join('\n')}\n`, rows }
}

const on = (day: string): Partial<PaymentRow> => ({ createdAtMs: Date.parse(`${day}T10:00:00Z`) })
const refund = (day: string): Partial<PaymentRow> => ({ ...on(day), paymentType: 'RF' })

describe("the simulated acquirer's file", () => {
  it('is one that can be imported, and is the same each time', async () => {
    const shop = await settledShop({ account: { currencies: 'EUR' } })
    await shop.pay(on('2026-11-20'))
    await shop.pay({ ...on('2026-11-20'), currency: 'JPY', amountMinor: 1_234 })
    const first = await simulated(shop, '2026-11-20')
    expect((await simulated(shop, '2026-11-20')).text).toBe(first.text)
    expect(await shop.import(first.text)).toMatchObject({
      kind: 'imported',
      counts: { lines: 3, matched: 2, payouts: 1, flagged: 0 },
    })
  })

  it('converts what the account does not take, exactly and rounded once', async () => {
    const shop = await settledShop({ account: { currencies: 'EUR' } })
    await shop.pay({ ...on('2026-11-20'), currency: 'JPY', amountMinor: 1_234 })
    const { rows } = await simulated(shop, '2026-11-20')
    // 1,234 yen at 0.00617 are 7.61378 euros, less 0.02, 0.01 and 0.02.
    expect(rows[0]).toMatchObject({
      gross_amount: '1234',
      gross_currency: 'JPY',
      rate: '0.00617',
      net_amount: '7.56',
      net_currency: 'EUR',
    })
  })

  it('leaves out what it can neither take nor convert', async () => {
    const shop = await settledShop({ account: { currencies: 'GBP' } })
    await shop.pay(on('2026-11-20'))
    expect(await simulated(shop, '2026-11-20')).toMatchObject({ lines: 0, leftOut: 1, payouts: [] })
  })

  it('has the monthly fee on the last day of a month', async () => {
    const shop = await settledShop()
    for (const [day, fees] of [
      ['2026-11-29', 0],
      ['2026-11-30', 1],
      ['2028-02-28', 0],
      ['2028-02-29', 1],
    ] as const) {
      const { rows } = await simulated(shop, day)
      expect(rows.filter((row) => row.record_type === 'FEE')).toHaveLength(fees)
    }
  })

  it('has no payout of a day that costs more than it brings', async () => {
    const shop = await settledShop()
    await shop.pay(refund('2026-11-20'))
    const { payouts, text } = await simulated(shop, '2026-11-20')
    expect(payouts).toEqual([])
    const outcome = await shop.import(text)
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join('\n'))
    expect(await shop.batches(outcome.file.id)).toMatchObject([
      { paidMinor: null, netMinor: -10_010 },
    ])
  })

  it('has the payments that were booked on the day, not those that were reversed', async () => {
    const shop = await settledShop()
    await shop.pay(on('2026-11-19'))
    await shop.pay({ ...on('2026-11-20'), reversedMinor: 10_000 })
    await shop.pay({ ...on('2026-11-20'), connector: 'gateway' })
    const booked = { ...on('2026-11-18'), bookedAtMs: Date.parse('2026-11-20T23:59:59Z') }
    const { id } = await shop.pay(booked)
    const { rows } = await simulated(shop, '2026-11-20')
    const settled = rows.filter((row) => row.record_type === 'SETTLED')
    expect(settled.map((row) => row.payment_id)).toEqual([id])
  })
})
