import { describe, expect, it } from 'vitest'
import type { PaymentRow } from '../../store/port.ts'
import { type SettledShop, settledLine, settledShop, tillgateFile } from './settlement.fixture.ts'
import { settlementStatus } from './status.ts'

const DAYS = { from: '2026-11-20', to: '2026-11-20' }

const statusOf = ({ account, store }: SettledShop) => settlementStatus(account, DAYS, store)

/** The CB or CR of a dispute, as disputes book it. */
function chargeback(shop: SettledShop, of: PaymentRow, columns: Partial<PaymentRow>) {
  const details = {
    result: { code: '000.100.220', description: '' },
    resultDetails: { DisputeId: 'dispute-1' },
  }
  return shop.pay({
    referencedId: of.id,
    familyId: of.familyId,
    paymentType: 'CB',
    details: JSON.stringify(details),
    ...columns,
  })
}

describe('what files have settled', () => {
  it('names the payments that were settled with another amount, and by how much', async () => {
    const shop = await settledShop()
    const [less, more, same] = [await shop.pay(), await shop.pay(), await shop.pay()]
    const lines = [
      settledLine(shop.account, {
        payment_id: less.id,
        gross_amount: '99.50',
        net_amount: '97.50',
      }),
      settledLine(shop.account, {
        payment_id: more.id,
        gross_amount: '102.00',
        net_amount: '100.00',
      }),
      settledLine(shop.account, { payment_id: same.id }),
    ].map((line) => ({ ...line, payout_reference: '' }))
    await shop.import(tillgateFile(lines))
    const { days, different, missing } = await statusOf(shop)
    expect(days).toMatchObject([
      {
        above: { minor: 200, count: 1 },
        below: { minor: 50, count: 1 },
        missing: { count: 0 },
      },
    ])
    expect(different.map(({ payment, settledMinor }) => [payment.id, settledMinor])).toEqual([
      [less.id, 9_950],
      [more.id, 10_200],
    ])
    expect(missing).toEqual([])
  })

  it('names the chargebacks and reversals that stand in no file', async () => {
    const shop = await settledShop()
    const payment = await shop.pay()
    const first = await chargeback(shop, payment, {})
    const back = await chargeback(shop, first, { paymentType: 'CR' })
    const second = await chargeback(shop, payment, {})
    const idsOf = async () => {
      const { unfiled } = await statusOf(shop)
      return [unfiled.count, ...unfiled.oldest.map(({ id }) => id)]
    }
    expect(await idsOf()).toEqual([3, first.id, back.id, second.id])
    const line = settledLine(shop.account, {
      record_id: 'chargeback',
      record_type: 'CHARGEBACK',
      payment_id: payment.id,
      gross_amount: '-100.00',
      net_amount: '-102.00',
      payout_reference: '',
    })
    const imported = await shop.import(tillgateFile([line]))
    if (imported.kind !== 'imported') throw new Error(imported.texts.join('\n'))
    const place = { batchId: `${imported.file.id}-00001`, position: 1, paymentId: payment.id }
    const reported = { disputeState: 'reported', disputeId: 'dispute-1' } as const
    await shop.store.commit([{ kind: 'reportSettlementMatch', ...place, ...reported }])
    expect(await idsOf()).toEqual([2, back.id, second.id])
  })
})
