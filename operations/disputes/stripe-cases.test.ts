import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { databaseFiles } from '../../server/store/testing/database-files.ts'
import { stripe as stripeFormat } from '../settlement/settlement.fixture.ts'
import { checkedStore, settledBy } from './provider-cases.fixture.ts'
import { stripeShop } from './stripe-shop.fixture.ts'

/** Lines of a settlement file about a case. */
const fileOf = (paymentId: string, caseId: string, ...amounts: readonly string[]) =>
  [
    'balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,charge_id,payment_metadata[payment_id],automatic_payout_id',
    ...amounts.map((amount, at) => {
      const category = amount.startsWith('-') ? 'dispute' : 'dispute_reversal'
      return `txn_${caseId}_${at},2026-11-21 10:00:00,2026-11-21 10:00:00,eur,${amount},0.00,${amount},${category},${caseId},ch_1,${paymentId},`
    }),
    '',
  ].join('\n')

describe('a dispute that Stripe tells', () => {
  const newFile = databaseFiles()

  it('is opened with its reason, amount and deadline, and takes the money once', async () => {
    const shop = await stripeShop()
    const { payment, case: acquirerReference } = await shop.disputed()
    await shop.tell({ times: 2 })
    expect(await shop.disputes(payment)).toMatchObject([
      {
        ...{ acquirerReference, stage: 'firstChargeback', outcome: 'open', source: 'acquirer' },
        ...{ reasonCode: '10.4', resultCode: '000.100.220', amountMinor: 9_200, currency: 'EUR' },
        respondByMs: expect.closeTo(shop.gateway.clock.now() + 7 * DAY_MS, -5),
      },
    ])
    expect(await shop.booked(payment)).toEqual(['CB 9200'])
    expect(await shop.disputedThere(payment)).toBe(await shop.chargedBack(payment))
    expect(await shop.kept()).toEqual([])
  })

  it.each([
    ['won', { outcome: 'won', chargebackId: null }, ['CB 9200', 'CR 9200'], 0],
    ['lost', { outcome: 'lost' }, ['CB 9200'], 9_200],
  ] as const)('that is %s has its money where Stripe has it', async (how, row, booked, left) => {
    const shop = await stripeShop()
    const { payment, case: id } = await shop.disputed()
    await shop.tell()
    shop.stripe.happenings.disputeEnds(id, how)
    await shop.tell()
    expect(await shop.disputes(payment)).toMatchObject([row])
    expect(await shop.booked(payment)).toEqual(booked)
    expect(await shop.chargedBack(payment)).toBe(left)
    expect(await shop.disputedThere(payment)).toBe(left)
  })

  it('in any order, several times and with events lost is as Stripe has it', async () => {
    const shop = await stripeShop()
    const { payment, case: id } = await shop.disputed()
    shop.stripe.happenings.disputeEnds(id, 'lost')
    shop.stripe.happenings.disputeEnds(id, 'won')
    shop.stripe.webhooks.lose(({ type }) => type === 'charge.dispute.created')
    await shop.tell({ isReversed: true, times: 2 })
    expect(await shop.disputes(payment)).toMatchObject([{ outcome: 'won' }])
    expect(await shop.chargedBack(payment)).toBe(0)
    expect(await shop.disputedThere(payment)).toBe(0)
  })

  it('that was lost and is won after all comes back once', async () => {
    const shop = await stripeShop()
    const { payment, case: id } = await shop.disputed()
    shop.stripe.happenings.disputeEnds(id, 'lost')
    await shop.tell()
    shop.stripe.happenings.disputeEnds(id, 'won')
    await shop.tell()
    expect(await shop.booked(payment)).toEqual(['CB 9200', 'CR 9200'])
  })

  it('begins as an inquiry, moves no money, and ends with nothing taken', async () => {
    const shop = await stripeShop()
    const { payment, case: id } = await shop.disputed({ isInquiry: true })
    await shop.tell()
    expect(await shop.disputes(payment)).toMatchObject([{ stage: 'inquiry', outcome: 'open' }])
    shop.stripe.happenings.disputeEnds(id, 'warning_closed')
    await shop.tell()
    expect(await shop.disputes(payment)).toMatchObject([{ stage: 'inquiry', outcome: 'won' }])
    expect(await shop.booked(payment)).toEqual([])
    expect(await shop.disputedThere(payment)).toBe(0)
  })

  it('of a part takes that part', async () => {
    const shop = await stripeShop()
    const { payment } = await shop.disputed({ amount: 2_050 })
    await shop.tell()
    expect(await shop.booked(payment)).toEqual(['CB 2050'])
  })

  it('of a hold is that of its capture, also where a file has told it before', async () => {
    const shop = await stripeShop()
    const hold = await shop.pay({ paymentType: 'PA' })
    const part = await shop.refer(hold, 'CP', { amount: '50.00', currency: 'EUR' })
    await shop.refer(hold, 'CP', { amount: '42.00', currency: 'EUR', sequence: 'FINAL' })
    await shop.tell()
    const { id } = shop.stripe.happenings.disputeOpens(await shop.there(hold), { amount: 5_000 })
    await settledBy(fileOf(part.id, id, '-50.00'), stripeFormat, shop)
    await shop.tell()
    expect(await shop.disputes(part)).toMatchObject([
      { acquirerReference: id, stage: 'firstChargeback' },
    ])
    expect(await shop.booked(hold)).toEqual(['CB 5000'])
  })

  it.each([false, true])(
    'is booked once with its settlement file (file first: %s)',
    async (isFirst) => {
      const { store, faults } = await checkedStore(newFile())
      const shop = await stripeShop(store)
      const { payment, case: id } = await shop.disputed()
      const file = (...amounts: readonly string[]) =>
        settledBy(fileOf(payment.id, id, ...amounts), stripeFormat, shop)
      if (isFirst) await file('-92.00')
      await shop.tell()
      if (!isFirst) await file('-92.00')
      expect(await shop.booked(payment)).toEqual(['CB 9200'])
      shop.stripe.happenings.disputeEnds(id, 'won')
      if (isFirst) await file('-92.00', '92.00')
      await shop.tell()
      if (!isFirst) await file('-92.00', '92.00')
      expect(await shop.disputes(payment)).toMatchObject([{ outcome: 'won' }])
      expect(await shop.booked(payment)).toEqual(['CB 9200', 'CR 9200'])
      expect(await faults(shop.gateway.clock.now())).toEqual([
        expect.stringMatching(/, 0 problems$/),
      ])
    },
  )

  it('that cannot be read at first is read again later', async () => {
    const shop = await stripeShop()
    const { payment } = await shop.disputed()
    for (let at = 0; at < 3; at++) {
      shop.stripe.faults.add({ kind: 'error', status: 500 }, { path: /\/disputes\// })
    }
    await shop.stripe.webhooks.deliver()
    await shop.workedOff()
    expect(await shop.booked(payment)).toEqual(['CB 9200'])
  })
})
