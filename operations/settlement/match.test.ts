import { describe, expect, it } from 'vitest'
import type { PaymentRow } from '../../server/store/port.ts'
import { timeAt } from '../../server/store/testing/sample-rows.ts'
import { type SettledShop, settledLine, settledShop, tillgateFile } from './settlement.fixture.ts'

type Cells = Parameters<typeof tillgateFile>[0][number]

/** Imports lines of no payout; answers how each of them is matched. */
async function matched(shop: SettledShop, lines: readonly Cells[]) {
  const cells = lines.map((line, at) =>
    settledLine(shop.account, {
      record_id: `${at}-${Math.random()}`,
      payout_reference: '',
      ...line,
    }),
  )
  const outcome = await shop.import(tillgateFile(cells))
  if (outcome.kind !== 'imported') throw new Error(outcome.texts.join('\n'))
  const found = []
  for (const { batchId, position, matchState, flag } of await shop.lines(outcome.file.id)) {
    const matches = await shop.store.read.settlementMatchesOfLines(batchId, position, position)
    const ids = matches.map(({ paymentId }) => paymentId)
    found.push({ matchState, flag, ids, rule: matches[0]?.rule })
  }
  return found
}

const refunded = (amount: string): Cells => ({
  record_type: 'REFUNDED',
  gross_amount: `-${amount}`,
  net_amount: `-${amount}`,
  interchange: '',
  scheme_fee: '',
  markup: '',
})

/** A payment that belongs to another one. */
function reference(of: PaymentRow, columns: Partial<PaymentRow>): Partial<PaymentRow> {
  return { referencedId: of.id, familyId: of.familyId, bookedMinor: 0, ...columns }
}

describe('a settled line', () => {
  it('is about the payment of our id', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    expect(await matched(shop, [{ payment_id: id }])).toEqual([
      { matchState: 'MATCHED', flag: null, ids: [id], rule: 'paymentId' },
    ])
  })

  it('is about the capture of the hold that our id names', async () => {
    const shop = await settledShop()
    const hold = await shop.pay({ paymentType: 'PA', bookedMinor: 0, authorisedMinor: 10_000 })
    const capture = await shop.pay(reference(hold, { paymentType: 'CP', bookedMinor: 10_000 }))
    expect(await matched(shop, [{ payment_id: hold.id }])).toMatchObject([
      { matchState: 'MATCHED', ids: [capture.id], rule: 'paymentId' },
    ])
  })

  it('is about the payment of the merchant reference', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay({ merchantTransactionId: 'order-1' })
    expect(await matched(shop, [{ payment_id: 'order-1' }])).toMatchObject([
      { matchState: 'MATCHED', ids: [id], rule: 'merchantTransactionId' },
    ])
  })

  it('leaves a person the choice between two payments of one reference', async () => {
    const shop = await settledShop()
    const columns = { merchantTransactionId: 'order-1' }
    const [one, other] = [await shop.pay(columns), await shop.pay(columns)]
    expect(await matched(shop, [{ payment_id: 'order-1' }])).toMatchObject([
      { matchState: 'MULTIPLE_MATCHES', ids: [one.id, other.id] },
    ])
  })

  it('prefers the success among several tries of one order', async () => {
    const shop = await settledShop()
    const columns = { merchantTransactionId: 'order-1' }
    await shop.pay({ ...columns, state: 'failed', bookedMinor: 0 })
    const { id } = await shop.pay(columns)
    expect(await matched(shop, [{ payment_id: 'order-1' }])).toMatchObject([
      { ids: [id], flag: null },
    ])
  })

  it('is about the only payment of its amount and day', async () => {
    const shop = await settledShop()
    await shop.pay({ createdAtMs: timeAt(-3 * 24 * 3_600_000) })
    await shop.pay({ amountMinor: 9_999 })
    const { id } = await shop.pay()
    expect(await matched(shop, [{ payment_id: 'unknown' }])).toMatchObject([
      { matchState: 'MATCHED', ids: [id], rule: 'amountAndDate' },
    ])
  })

  it('is about no payment of another merchant, or of another acquirer', async () => {
    const shop = await settledShop()
    const foreign = await (await settledShop({ store: shop.store })).pay()
    const elsewhere = await shop.pay({ connector: 'gateway' })
    expect(
      await matched(shop, [{ payment_id: foreign.id }, { payment_id: elsewhere.id }]),
    ).toMatchObject([{ matchState: 'NOT_MATCHED' }, { matchState: 'NOT_MATCHED' }])
  })

  it('is flagged when its amount differs, when it was settled before, and when it failed here', async () => {
    const shop = await settledShop()
    const [one, twice] = [await shop.pay(), await shop.pay()]
    const failed = await shop.pay({ state: 'failed', bookedMinor: 0 })
    const lines = [
      { payment_id: one.id, gross_amount: '60.00', net_amount: '58.00' },
      { payment_id: twice.id },
      { payment_id: twice.id },
      { payment_id: failed.id },
    ]
    const found = await matched(shop, lines)
    expect(found.map(({ flag }) => flag)).toEqual([
      'amountDiffers',
      null,
      'exceedsPayment',
      'notSucceeded',
    ])
    expect(await matched(shop, [{ payment_id: twice.id }])).toMatchObject([
      { flag: 'exceedsPayment' },
    ])
  })
})

describe('a line whose money goes the other way than its type says', () => {
  it('is recorded and flagged, whether it matches or not', async () => {
    const shop = await settledShop()
    const payment = await shop.pay()
    const payment_id = payment.id
    const out = { ...refunded('100.00'), record_type: 'SETTLED' }
    const back = { payment_id, interchange: '', scheme_fee: '', markup: '', net_amount: '100.00' }
    const found = await matched(shop, [
      { ...out, payment_id },
      { ...back, record_type: 'CHARGEBACK' },
      { ...refunded('100.00'), record_type: 'CHARGEBACK REVERSAL', payment_id },
      { ...back, record_type: 'REFUNDED', payment_id: 'unknown' },
    ])
    expect(found.map(({ flag }) => flag)).toEqual(Array(4).fill('signUnexpected'))
    expect(found.map(({ matchState }) => matchState)).toEqual([
      'MATCHED',
      'MATCHED',
      'MATCHED',
      'NOT_MATCHED',
    ])
    const matches = await shop.store.read.settlementMatchesOfPayments([payment_id])
    expect(matches.map(({ disputeState }) => disputeState)).toEqual([null, null, null])
  })

  it('is none where a credit is settled by paying it out', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay({ paymentType: 'CD' })
    const out = { ...refunded('100.00'), record_type: 'SETTLED', payment_id: id }
    expect(await matched(shop, [out])).toMatchObject([{ ids: [id], flag: null }])
  })

  it('of nothing is no dispute', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    await matched(shop, [{ ...refunded('0.00'), record_type: 'CHARGEBACK', payment_id: id }])
    const [match] = await shop.store.read.settlementMatchesOfPayments([id])
    expect(match?.disputeState).toBeNull()
  })
})

describe('a later line', () => {
  it('is about the refund of the payment that had the same reference of the acquirer', async () => {
    const shop = await settledShop()
    const payment = await shop.pay()
    const refund = await shop.pay(
      reference(payment, { paymentType: 'RF', amountMinor: 3_000, bookedMinor: 3_000 }),
    )
    await matched(shop, [{ payment_id: payment.id, acquirer_reference: 'psp-1' }])
    expect(
      await matched(shop, [{ ...refunded('30.00'), acquirer_reference: 'psp-1' }]),
    ).toMatchObject([{ matchState: 'MATCHED', ids: [refund.id], rule: 'acquirerReference' }])
  })

  it('is booked and flagged when a payment is charged back after its refund', async () => {
    const shop = await settledShop()
    const payment = await shop.pay({ refundedMinor: 10_000 })
    const line = { ...refunded('100.00'), record_type: 'CHARGEBACK', payment_id: payment.id }
    expect(await matched(shop, [line])).toMatchObject([
      { matchState: 'MATCHED', ids: [payment.id], flag: 'afterRefund' },
    ])
  })
})
