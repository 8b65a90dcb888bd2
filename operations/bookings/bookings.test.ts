import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAt } from '../../common/zoned-days.ts'
import type { PaymentRow, PaymentType } from '../../server/store/port.ts'
import { timeAt } from '../../server/store/testing/sample-rows.ts'
import { listedPayouts } from '../settlement/payouts.ts'
import {
  payoutLine,
  type SettledShop,
  settledLine,
  settledShop,
  tillgateFile,
} from '../settlement/settlement.fixture.ts'
import type { AdminBooking } from './answer.ts'
import { bookingsPart, CURSOR, cursorOf, placeOf } from './bookings.ts'
import { shareOf } from './settled.ts'
import { Shops } from './shops.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FROM_MS = timeAt(0)
const TO_MS = timeAt(0) + 10 * DAY_MS

const timeOf = (shop: SettledShop, fromMs = FROM_MS, toMs = TO_MS) => ({
  fromMs,
  toMs,
  channelIds: [shop.channelId],
  accountEntityIds: [shop.merchantId],
  days: { from: dayAt(fromMs, 'UTC'), to: dayAt(toMs, 'UTC') },
})

/** All bookings of the time, read in parts of this size. */
async function allBookings(
  shop: SettledShop,
  limit: number,
  time: Omit<Parameters<typeof bookingsPart>[0], 'limit'> = timeOf(shop),
): Promise<readonly AdminBooking[]> {
  const asked = { ...time, limit }
  const found: AdminBooking[] = []
  const { store } = shop
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const parts = { place: placeOf(cursor), shops: new Shops(store), store }
    const { bookings, next } = await bookingsPart(asked, parts)
    expect(bookings.length).toBeLessThanOrEqual(limit)
    found.push(...bookings)
    cursor = next === undefined ? undefined : cursorOf(next)
    expect(cursor ?? 'made').toMatch(new RegExp(`^(?:${CURSOR})$`))
  }
  return found
}

const TAKING: readonly PaymentType[] = ['RF', 'RV', 'CB', 'CD']

describe('bookings', () => {
  const made = fc.record({
    type: fc.constantFrom<PaymentType>('DB', 'RB', 'CP', 'CD', 'RF', 'RV', 'CB', 'CR', 'PA'),
    amountMinor: fc.integer({ min: 1, max: 100_000 }),
    /** When it was made, and how much later its outcome was told. */
    madeOn: fc.integer({ min: -2, max: 11 }),
    toldAfter: fc.integer({ min: 0, max: 3 }),
    isSettled: fc.boolean(),
    fee: fc.integer({ min: 0, max: 300 }),
    isFailed: fc.boolean(),
    /** How much later its acquirer took a success back. */
    failsAfter: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  })

  it('sum to what the payments have moved and to what was paid out, in parts of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 12 }),
        async (drawn, limit, splitOn) => {
          const shop = await settledShop()
          const rows: PaymentRow[] = []
          const lines = []
          for (const [at, one] of drawn.entries()) {
            const createdAtMs = timeAt(one.madeOn * DAY_MS + at)
            const row = await shop.pay({
              paymentType: one.type,
              amountMinor: one.amountMinor,
              bookedMinor: 0,
              state: one.isFailed ? 'failed' : 'succeeded',
              createdAtMs,
              bookedAtMs: one.toldAfter === 0 ? null : createdAtMs + one.toldAfter * DAY_MS,
              failedLaterAtMs:
                one.failsAfter === undefined || one.isFailed || one.type === 'PA'
                  ? null
                  : createdAtMs + (one.toldAfter + one.failsAfter) * DAY_MS,
            })
            rows.push(row)
            if (!one.isSettled || !['DB', 'RB', 'CP'].includes(one.type) || one.isFailed) continue
            lines.push(
              settledLine(shop.account, {
                payment_id: row.id,
                gross_amount: text(one.amountMinor),
                net_amount: text(one.amountMinor - one.fee),
                interchange: text(one.fee),
                scheme_fee: '0.00',
                markup: '0.00',
                ordered_at: '',
              }),
            )
          }
          lines.push(
            settledLine(shop.account, {
              record_id: 'monthly',
              record_type: 'FEE',
              gross_amount: '0.00',
              net_amount: '-5.00',
              interchange: '0.00',
              scheme_fee: '0.00',
              markup: '0.00',
              monthly_fee: '5.00',
            }),
          )
          const imported = await shop.import(tillgateFile(lines))
          expect(imported.texts).toEqual([])
          if (imported.kind !== 'imported') return
          const found = await allBookings(shop, limit)
          // A filter has those of them that fit, in their order, each once.
          for (const { booking } of found) {
            const fitting = found.filter((one) => one.booking === booking)
            expect(await allBookings(shop, limit, { ...timeOf(shop), booking })).toEqual(fitting)
          }
          expect(await allBookings(shop, limit, { ...timeOf(shop), currency: 'GBP' })).toEqual([])

          // Each amount, cost and net is in one of two times that follow each other.
          const startsMs = Math.floor(FROM_MS / DAY_MS) * DAY_MS
          const splitMs = startsMs + splitOn * DAY_MS
          const parts = [
            await allBookings(shop, limit, timeOf(shop, startsMs, splitMs - 1)),
            await allBookings(shop, limit, timeOf(shop, splitMs, startsMs + 20 * DAY_MS - 1)),
          ].flat()
          const whole = await allBookings(
            shop,
            limit,
            timeOf(shop, startsMs, startsMs + 20 * DAY_MS - 1),
          )
          for (const name of ['amount', 'gross', 'fee', 'net'] as const) {
            expect([name, sumOf(parts, name)]).toEqual([name, sumOf(whole, name)])
          }

          const moved = rows.filter((row) => {
            const bookedAtMs = row.bookedAtMs ?? row.createdAtMs
            const isWithin = bookedAtMs >= FROM_MS && bookedAtMs <= TO_MS
            return row.state === 'succeeded' && row.paymentType !== 'PA' && isWithin
          })
          const ofPayments = found.filter(
            ({ amount, booking }) => amount !== undefined && booking !== 'failure',
          )
          const failed = rows.filter(
            ({ failedLaterAtMs }) =>
              failedLaterAtMs !== null && failedLaterAtMs >= FROM_MS && failedLaterAtMs <= TO_MS,
          )
          const failures = found.filter(({ booking }) => booking === 'failure')
          expect(failures.map(({ paymentId }) => paymentId).sort()).toEqual(
            failed.map(({ id }) => id).sort(),
          )
          expect(ofPayments.map(({ paymentId }) => paymentId).sort()).toEqual(
            moved.map(({ id }) => id).sort(),
          )
          expect(sumOf(ofPayments, 'amount')).toBe(
            moved.reduce(
              (sum, { paymentType, amountMinor }) =>
                sum + (TAKING.includes(paymentType) ? -amountMinor : amountMinor),
              0,
            ),
          )
          const [payout] = await listedPayouts(await shop.batches(imported.file.id), shop.store)
          // What was booked before is settled in the time; what was booked after stands with its own time.
          const isAfter = (row: PaymentRow) => (row.bookedAtMs ?? row.createdAtMs) > TO_MS
          const outside = rows.filter(isAfter).map(({ id }) => id)
          const settledOutside = (await shop.lines(imported.file.id)).filter(({ recordId }) =>
            outside.includes(recordId),
          )
          const missing = settledOutside.reduce((sum, { netMinor }) => sum + netMinor, 0)
          expect(sumOf(found, 'net') + missing).toBe(payout?.sums.netMinor)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('name the customer and the order of what they refer to', async () => {
    const shop = await settledShop()
    const details = JSON.stringify({ result: { code: '000.100.110', description: 'ok' } })
    const debit = await shop.pay({
      createdAtMs: timeAt(1),
      merchantTransactionId: 'order-1',
      details: `${details}\n${JSON.stringify({ request: {} })}`,
    })
    const own = await shop.pay({
      createdAtMs: timeAt(2),
      paymentType: 'RF',
      referencedId: debit.id,
      familyId: debit.id,
      operation: 'refund',
      bookedMinor: 0,
    })
    const [refund] = await allBookings(shop, 10)
    expect(refund).toMatchObject({
      booking: 'refund',
      paymentId: own.id,
      referencedId: debit.id,
      merchantTransactionId: 'order-1',
      amount: '-100.00',
      merchant: 'Tea House',
    })
  })

  it('leave out the release of a hold, and have a success that failed later twice', async () => {
    const shop = await settledShop()
    const hold = await shop.pay({ paymentType: 'PA', createdAtMs: timeAt(1), bookedMinor: 0 })
    await shop.pay({
      paymentType: 'RV',
      createdAtMs: timeAt(2),
      referencedId: hold.id,
      familyId: hold.id,
      operation: 'reversal',
      bookedMinor: 0,
    })
    await shop.pay({ createdAtMs: timeAt(3), failedLaterAtMs: timeAt(4) })
    const found = await allBookings(shop, 10)
    expect(found.map(({ booking, amount }) => [booking, amount])).toEqual([
      ['debit', '100.00'],
      ['failure', '-100.00'],
    ])
  })

  it('have a late failure on its own day, whenever its payment was booked', async () => {
    const shop = await settledShop()
    await shop.pay({ createdAtMs: timeAt(-9), failedLaterAtMs: timeAt(4) })
    await shop.pay({ createdAtMs: timeAt(1), failedLaterAtMs: TO_MS + 1 })
    const found = await allBookings(shop, 1)
    expect(found.map(({ booking, amount }) => [booking, amount])).toEqual([
      ['debit', '100.00'],
      ['failure', '-100.00'],
    ])
  })

  it('have a late failure once, though a payment of its own books it', async () => {
    const shop = await settledShop()
    const debit = await shop.pay({ createdAtMs: timeAt(1), failedLaterAtMs: timeAt(4) })
    const hold = await shop.pay({ paymentType: 'PA', createdAtMs: timeAt(1), bookedMinor: 0 })
    const release = {
      paymentType: 'RV',
      operation: 'reversal',
      referencedId: hold.id,
      familyId: hold.id,
      bookedMinor: 0,
    } as const
    await shop.pay({ ...release, createdAtMs: timeAt(2), failedLaterAtMs: timeAt(3) })
    await shop.pay({
      ...release,
      operation: 'lateFailure',
      referencedId: debit.id,
      familyId: debit.id,
      createdAtMs: timeAt(4),
    })
    const found = await allBookings(shop, 10)
    expect(found.map(({ booking, paymentId, amount }) => [booking, paymentId, amount])).toEqual([
      ['debit', debit.id, '100.00'],
      ['failure', debit.id, '-100.00'],
    ])
  })

  it('have a payment whose outcome came after midnight of the merchant, in one of two days', async () => {
    const shop = await settledShop()
    const midnightMs = Math.floor(FROM_MS / DAY_MS) * DAY_MS + DAY_MS - 3_600_000
    const { id } = await shop.pay({
      createdAtMs: midnightMs - 120_000,
      bookedAtMs: midnightMs + 60_000,
    })
    const of = async (fromMs: number, toMs: number) =>
      (await allBookings(shop, 10, timeOf(shop, fromMs, toMs))).map(({ paymentId }) => paymentId)
    expect(await of(midnightMs - DAY_MS, midnightMs - 1)).toEqual([])
    expect(await of(midnightMs, midnightMs + DAY_MS - 1)).toEqual([id])
  })

  it('have costs of a hold in a row of their own', async () => {
    const shop = await settledShop()
    const hold = await shop.pay({ paymentType: 'PA', createdAtMs: timeAt(1), bookedMinor: 0 })
    const cost = { payment_id: hold.id, record_type: 'COST', gross_amount: '0.00' }
    const fees = { interchange: '0.00', scheme_fee: '0.30', markup: '0.00' }
    const line = settledLine(shop.account, { ...cost, ...fees, net_amount: '-0.30' })
    const imported = await shop.import(tillgateFile([line]))
    expect(imported.texts).toEqual([])
    expect(await allBookings(shop, 10)).toMatchObject([{ fee: '0.30', net: '-0.30' }])
  })

  it('of a channel have the costs of an account above it with their payments, whenever settled', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay({ createdAtMs: timeAt(1) })
    await shop.import(tillgateFile([settledLine(shop.account, { payment_id: id })]))
    const time = { ...timeOf(shop, timeAt(0), timeAt(0) + 60_000), accountEntityIds: [] }
    const day = { from: '2026-11-01', to: '2026-11-01' }
    const [row] = await allBookings(shop, 10, { ...time, toMs: TO_MS, days: day })
    expect(row).toMatchObject({ paymentId: id, fee: '2.00', net: '98.00' })
    const [ofMerchant] = await allBookings(shop, 10, { ...timeOf(shop), days: day })
    expect(ofMerchant).not.toHaveProperty('fee')
  })

  it('show what was paid out in a row of its own', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay({ createdAtMs: timeAt(1) })
    await shop.import(
      tillgateFile([
        settledLine(shop.account, { payment_id: id }),
        payoutLine(shop.account, '98.00'),
      ]),
    )
    const found = await allBookings(shop, 10)
    expect(found).toMatchObject([
      { booking: 'debit', gross: '100.00', fee: '2.00', net: '98.00', payout: 'P1' },
      { booking: 'payout', net: '-98.00', payout: 'P1', paidOn: '2026-11-23' },
    ])
  })

  it('are none of another merchant, whatever file a cursor names', async () => {
    const shop = await settledShop()
    const other = await settledShop({ store: shop.store })
    const imported = await other.import(
      tillgateFile([settledLine(other.account), payoutLine(other.account, '98.00')]),
    )
    if (imported.kind !== 'imported') throw new Error(imported.texts.join())
    const [batch] = await other.batches(imported.file.id)
    const cursor = `lines.2026-11-21..${batch?.id}.0`
    const readBy = async (reader: SettledShop) => {
      const asked = { ...timeOf(reader), limit: 10 }
      const parts = { place: placeOf(cursor), shops: new Shops(shop.store), store: shop.store }
      return (await bookingsPart(asked, parts)).bookings.map(({ booking }) => booking)
    }
    expect(await readBy(other)).toContain('payout')
    expect(await readBy(shop)).toEqual([])
  })
})

describe('the share of a payment in a line', () => {
  it('makes the whole together with those of the others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1, maxLength: 8 }),
        (minor, amounts) => {
          const matches = amounts.map((amountMinor, at) => ({ paymentId: `${at}`, amountMinor }))
          const shares = matches.map(({ paymentId }) => shareOf(minor, { matches, paymentId }))
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(minor)
        },
      ),
    )
  })
})

function text(minor: number): string {
  return (minor / 100).toFixed(2)
}

function sumOf(
  bookings: readonly AdminBooking[],
  name: 'amount' | 'gross' | 'fee' | 'net',
): number {
  return bookings.reduce((sum, booking) => sum + Math.round(Number(booking[name] ?? 0) * 100), 0)
}
