import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { entity } from '../../server/store/testing/sample-rows.ts'
import {
  NOW_MS,
  payoutLine,
  type SettledShop,
  settledLine,
  settledShop,
  tillgateFile,
} from './settlement.fixture.ts'
import { settlementStatus } from './status.ts'

const DAYS = { from: '2026-11-20', to: '2026-11-20' }

/** Asked on a day of November. */
const statusOn = (day: number, { account, store }: SettledShop) =>
  settlementStatus(account, { ...DAYS, nowMs: Date.UTC(2026, 10, day, 12) }, store)

const statusOf = (shop: SettledShop) => statusOn(23, shop)

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
    const reported = { expected: 'due', disputeState: 'reported', disputeId: 'dispute-1' } as const
    await shop.store.commit([{ kind: 'reportSettlementMatch', ...place, ...reported }])
    expect(await idsOf()).toEqual([2, back.id, second.id])
  })
})

describe('a closed day', () => {
  const at = (day: number, hour = 12) => Date.UTC(2026, 10, day, hour)
  const day20 = (shop: SettledShop) => statusOf(shop).then(({ days }) => days)
  const daysTo = async (to: string, { account, store }: SettledShop) =>
    (await settlementStatus(account, { from: '2026-11-01', to, nowMs: at(23) }, store)).days

  it('does not get what is booked weeks after its payment: that is of the later day', async () => {
    const shop = await settledShop()
    await shop.pay()
    const before = await day20(shop)
    await shop.pay({ amountMinor: 700, createdAtMs: at(1), bookedAtMs: at(22) })
    await shop.pay({ amountMinor: 30, createdAtMs: at(20), bookedAtMs: at(22) })
    expect(await day20(shop)).toEqual(before)
    expect(await daysTo('2026-11-22', shop)).toMatchObject([
      { day: '2026-11-20', captured: { minor: 10_000, count: 1 } },
      {
        day: '2026-11-22',
        captured: { minor: 730, count: 2 },
        ofEarlierDays: { minor: 730, count: 2 },
      },
    ])
  })

  it('has all late bookings of every channel, however many there are', async () => {
    const shop = await settledShop()
    const other = entity({ kind: 'channel', parentId: shop.merchantId })
    await shop.store.commit([{ kind: 'insertEntity', row: other }])
    for (let made = 0; made < 450; made += 1) {
      const entityId = made % 3 === 0 ? other.id : shop.channelId
      await shop.pay({ entityId, amountMinor: 1, createdAtMs: at(2), bookedAtMs: at(20) })
    }
    expect(await day20(shop)).toMatchObject([{ ofEarlierDays: { minor: 450, count: 450 } }])
  })

  it('says what was reversed on a later day, and when', async () => {
    const shop = await settledShop()
    const [kept, reversed] = [await shop.pay(), await shop.pay({ amountMinor: 500 })]
    await reverse(shop, reversed, { createdAtMs: at(21, 3) })
    await reverse(shop, await shop.pay(), { createdAtMs: reversed.createdAtMs })
    const [day] = await day20(shop)
    expect(day).toMatchObject({
      captured: { minor: kept.amountMinor, count: 1 },
      reversedLater: { minor: 500, count: 1 },
      changedAtMs: at(21, 3),
    })
  })

  it('keeps a payment whose reversal has no outcome', async () => {
    const shop = await settledShop()
    const payment = await shop.pay()
    const before = await day20(shop)
    await reverse(shop, payment, { createdAtMs: at(21), state: 'intent', bookedMinor: 0 })
    expect(await day20(shop)).toEqual(before)
  })

  it('says when a line was last matched to a payment of it after the usual days', async () => {
    const shop = await settledShop()
    const [inTime, late] = [await shop.pay(), await shop.pay({ createdAtMs: NOW_MS - 4 * DAY_MS })]
    const lines = [inTime, late].map(({ id }) => settledLine(shop.account, { payment_id: id }))
    await shop.import(tillgateFile(lines))
    expect(await daysTo('2026-11-20', shop)).toMatchObject([
      { settled: { count: 1 }, expectedUntil: '2026-11-19', changedAtMs: NOW_MS },
      { settled: { count: 1 }, expectedUntil: '2026-11-22' },
    ])
    expect((await day20(shop))[0]?.changedAtMs).toBeUndefined()
  })

  it('may have lost a line that was matched anew, which the status says', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    await shop.import(tillgateFile([settledLine(shop.account, { payment_id: id })]))
    expect((await statusOf(shop)).matchedAnewAtMs).toBeUndefined()
    const clock = { now: () => at(23) }
    const set = { usualDays: shop.account.usualDays, updatedAtMs: clock.now() }
    const { id: accountId, version } = shop.account
    await shop.store.commit([
      { kind: 'stepAcquirerAccount', id: accountId, expectedVersion: version, set },
    ])
    const account = (await shop.store.read.acquirerAccount(accountId)) ?? shop.account
    expect((await statusOf({ ...shop, account })).matchedAnewAtMs).toBe(at(23))
  })
})

/** Reverses a payment, as the rules write it. */
async function reverse(shop: SettledShop, target: PaymentRow, columns: Partial<PaymentRow>) {
  await shop.pay({
    paymentType: 'RV',
    operation: 'reversal',
    bookedMinor: 0,
    referencedId: target.id,
    familyId: target.familyId,
    amountMinor: target.amountMinor,
    ...columns,
  })
  const set = { reversedMinor: target.amountMinor, updatedAtMs: target.updatedAtMs }
  await shop.store.commit([{ kind: 'stepPayment', id: target.id, expectedVersion: 1, set }])
}

describe('a payout that did not come', () => {
  /** A line of a payment, of the payout that it names. */
  const line = ({ account }: SettledShop, { id }: PaymentRow, payout: string) =>
    settledLine(account, { payment_id: id, payout_reference: payout })

  it('is named by channel, day and currency, with its payments', async () => {
    const shop = await settledShop()
    const row = entity({ kind: 'channel', parentId: shop.merchantId })
    const { id: other } = row
    await shop.store.commit([{ kind: 'insertEntity', row }])
    const [first, second] = [await shop.pay(), await shop.pay({ amountMinor: 2_500 })]
    const elsewhere = await shop.pay({ entityId: other })
    const { missingPayouts } = await statusOf(shop)
    const found = missingPayouts.oldest.map(({ entityId, minor, payments }) => [
      entityId,
      minor,
      payments.map(({ id }) => id),
    ])
    expect(missingPayouts.count).toBe(2)
    expect(found).toEqual(
      expect.arrayContaining([
        [shop.channelId, 12_500, [first.id, second.id]],
        [other, 10_000, [elsewhere.id]],
      ]),
    )
  })

  it('is late when the usual days are over, and so are its payments', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const on22 = await statusOn(22, shop)
    expect(on22.missingPayouts.oldest).toMatchObject([
      { day: '2026-11-20', expectedUntil: '2026-11-22', isLate: false },
    ])
    expect([on22.missing, on22.expected.map((one) => one.id)]).toEqual([[], [id]])
    const on23 = await statusOn(23, shop)
    expect(on23.missingPayouts.oldest).toMatchObject([{ isLate: true }])
    expect([on23.missing.map((one) => one.id), on23.expected]).toEqual([[id], []])
  })

  it('is waited for as long as the account says', async () => {
    const shop = await settledShop({ account: { usualDays: 7 } })
    await shop.pay()
    const isLateOn = async (day: number) =>
      (await statusOn(day, shop)).missingPayouts.oldest.map((payout) => payout.isLate)
    expect([await isLateOn(27), await isLateOn(28)]).toEqual([[false], [true]])
  })

  it('is missing of settled payments, too, until a file tells it', async () => {
    const shop = await settledShop()
    await shop.import(tillgateFile([line(shop, await shop.pay(), 'P1')]))
    const { missing, missingPayouts } = await statusOf(shop)
    expect(missing).toEqual([])
    expect(missingPayouts.oldest).toMatchObject([{ count: 1, settledCount: 1, minor: 10_000 }])
    await shop.import(tillgateFile([payoutLine(shop.account, '98.00')]))
    expect((await statusOf(shop)).missingPayouts).toEqual({ oldest: [], count: 0 })
  })

  it('leaves a refund and its payment together', async () => {
    const shop = await settledShop()
    const payment = await shop.pay()
    await shop.pay({
      paymentType: 'RF',
      amountMinor: 4_000,
      referencedId: payment.id,
      familyId: payment.familyId,
    })
    const { missingPayouts } = await statusOf(shop)
    expect(missingPayouts.oldest).toMatchObject([{ minor: 6_000, count: 2 }])
  })
})
