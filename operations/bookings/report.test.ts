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
import { bookingsPart, placeOf } from './bookings.ts'
import { type ReportLine, reportPart } from './report.ts'
import { reportCursorOf, reportPlaceOf } from './report-routes.ts'
import { Shops } from './shops.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FROM_MS = timeAt(0)
const TO_MS = timeAt(0) + 10 * DAY_MS
const DAYS = { from: dayAt(FROM_MS, 'UTC'), to: dayAt(TO_MS, 'UTC') }

const timeOf = (shop: SettledShop, limit: number) => ({
  fromMs: FROM_MS,
  toMs: TO_MS,
  channelIds: [shop.channelId],
  accountEntityIds: [shop.merchantId],
  days: DAYS,
  limit,
})

type Amounts = Readonly<Record<string, number>>

const NAMES = [
  'authorised',
  'captured',
  'refunded',
  'chargedBack',
  'fees',
  'other',
  'net',
  'paidOut',
  'open',
] as const

const minorOf = (text: string) => Math.round(Number(text) * 100)

/** The whole report, read in parts of this size: sums by brand. */
async function reportOf(shop: SettledShop, limit: number): Promise<Record<string, Amounts>> {
  const sums: Record<string, Record<string, number>> = {}
  const add = (line: ReportLine) => {
    const own = sums[line.brand] ?? { count: 0 }
    sums[line.brand] = own
    own.count = (own.count ?? 0) + line.count
    for (const name of NAMES) own[name] = (own[name] ?? 0) + minorOf(line[name])
  }
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const part = await reportPart(timeOf(shop, limit), reportPlaceOf(cursor), shop.store)
    part.lines.forEach(add)
    cursor = part.next === undefined ? undefined : reportCursorOf(part.next)
  }
  return sums
}

async function bookingsOf(shop: SettledShop): Promise<readonly AdminBooking[]> {
  const { store } = shop
  const parts = { place: placeOf(''), shops: new Shops(store), store }
  return (await bookingsPart(timeOf(shop, 1_000), parts)).bookings
}

const total = (sums: Record<string, Amounts>, name: string) =>
  Object.values(sums).reduce((sum, one) => sum + (one[name] ?? 0), 0)

describe('a report', () => {
  const made = fc.record({
    type: fc.constantFrom<PaymentType>('DB', 'RB', 'CP', 'CD', 'RF', 'RV', 'CB', 'CR', 'PA'),
    paymentBrand: fc.constantFrom('VISA', 'MASTER'),
    amountMinor: fc.integer({ min: 1, max: 100_000 }),
    madeOn: fc.integer({ min: -2, max: 11 }),
    isSettled: fc.boolean(),
    fee: fc.integer({ min: 0, max: 300 }),
    isFailed: fc.boolean(),
    failsLater: fc.boolean(),
  })

  it('has exactly the sums of the bookings and payouts of its time, in parts of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        async (drawn, limit) => {
          const shop = await settledShop()
          const rows: PaymentRow[] = []
          const lines = [
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
          ]
          let settledMinor = -500
          for (const [at, one] of drawn.entries()) {
            const row = await shop.pay({
              paymentType: one.type,
              paymentBrand: one.paymentBrand,
              amountMinor: one.amountMinor,
              bookedMinor: 0,
              state: one.isFailed ? 'failed' : 'succeeded',
              createdAtMs: timeAt(0) + one.madeOn * DAY_MS + at,
              failedLaterAtMs: one.failsLater && one.type === 'DB' ? TO_MS - 1 : null,
            })
            rows.push(row)
            if (!one.isSettled || !['DB', 'RB', 'CP'].includes(one.type) || one.isFailed) continue
            settledMinor += one.amountMinor - one.fee
            lines.push(
              settledLine(shop.account, {
                payment_id: row.id,
                gross_amount: (one.amountMinor / 100).toFixed(2),
                net_amount: ((one.amountMinor - one.fee) / 100).toFixed(2),
                interchange: (one.fee / 100).toFixed(2),
                scheme_fee: '0.00',
                markup: '0.00',
                ordered_at: '',
              }),
            )
          }
          if (settledMinor > 0)
            lines.push(payoutLine(shop.account, (settledMinor / 100).toFixed(2)))
          const imported = await shop.import(tillgateFile(lines))
          expect(imported.texts).toEqual([])
          if (imported.kind !== 'imported') return

          const report = await reportOf(shop, limit)
          const bookings = await bookingsOf(shop)
          const sum = (isOf: (one: AdminBooking) => boolean, name: 'amount' | 'net' | 'fee') =>
            bookings.filter(isOf).reduce((all, one) => all + minorOf(one[name] ?? '0'), 0)
          const types =
            (...of: string[]) =>
            (one: AdminBooking) =>
              one.amount !== undefined && of.includes(one.paymentType ?? '')
          expect(total(report, 'captured')).toBe(sum(types('DB', 'RB', 'CP'), 'amount'))
          expect(total(report, 'refunded')).toBe(sum(types('RF', 'RV', 'CD'), 'amount'))
          expect(total(report, 'chargedBack')).toBe(sum(types('CB', 'CR'), 'amount'))
          expect(total(report, 'fees')).toBe(sum(({ booking }) => booking !== 'payout', 'fee'))
          expect(total(report, 'open')).toBe(
            sum((one) => one.amount !== undefined && one.payoutId === undefined, 'amount'),
          )
          const [payout] = await listedPayouts(await shop.batches(imported.file.id), shop.store)
          expect(total(report, 'paidOut')).toBe(payout?.batch.paidMinor ?? 0)
          const within = rows.filter(
            ({ createdAtMs, state }) =>
              createdAtMs >= FROM_MS && createdAtMs <= TO_MS && state === 'succeeded',
          )
          const authorised = within.filter(({ paymentType }) =>
            ['PA', 'DB', 'RB'].includes(paymentType),
          )
          expect(total(report, 'authorised')).toBe(
            authorised.reduce((all, { amountMinor }) => all + amountMinor, 0),
          )
          for (const { captured = 0, refunded = 0, chargedBack = 0, ...own } of Object.values(
            report,
          )) {
            const { fees = 0, other = 0, net } = own
            expect(net).toBe(captured + refunded + chargedBack - fees + other)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is by brand, and the same whatever the size of its parts', async () => {
    const shop = await settledShop()
    for (const [at, paymentBrand] of ['VISA', 'MASTER', 'VISA', 'AMEX'].entries()) {
      await shop.pay({ paymentBrand, createdAtMs: timeAt(1) + at, amountMinor: 1000 * (at + 1) })
    }
    const whole = await reportOf(shop, 100)
    expect(Object.keys(whole).sort()).toEqual(['AMEX', 'MASTER', 'VISA'])
    expect(whole.VISA).toMatchObject({ count: 2, captured: 4000, open: 4000, net: 4000 })
    expect(await reportOf(shop, 1)).toEqual(whole)
  })

  it('says what was paid out, and that nothing of it is open', async () => {
    const shop = await settledShop()
    const row = await shop.pay({ createdAtMs: timeAt(1), amountMinor: 9200 })
    const settled = { payment_id: row.id, gross_amount: '92.00', net_amount: '90.00' }
    const fees = { interchange: '2.00', scheme_fee: '0.00', markup: '0.00', ordered_at: '' }
    const lines = [
      settledLine(shop.account, { ...settled, ...fees }),
      payoutLine(shop.account, '90.00'),
    ]
    const { texts } = await shop.import(tillgateFile(lines))
    expect(texts).toEqual([])
    const report = await reportOf(shop, 100)
    expect(Object.values(report)).toHaveLength(2)
    const sums = NAMES.map((name) => [name, total(report, name)])
    expect(Object.fromEntries(sums)).toEqual({
      authorised: 9200,
      captured: 9200,
      refunded: 0,
      chargedBack: 0,
      fees: 200,
      other: 0,
      net: 9000,
      paidOut: 9000,
      open: 0,
    })
  })

  it('counts a chargeback that a file tells once, and takes back a payout that the bank has sent back', async () => {
    const shop = await settledShop()
    const row = await shop.pay({ createdAtMs: timeAt(1) })
    await shop.pay({
      paymentType: 'CB',
      createdAtMs: timeAt(2),
      referencedId: row.id,
      familyId: row.id,
      bookedMinor: 0,
    })
    const free = { interchange: '0.00', scheme_fee: '0.00', markup: '0.00', ordered_at: '' }
    const { texts } = await shop.import(
      tillgateFile([
        settledLine(shop.account, { payment_id: row.id, net_amount: '100.00', ...free }),
        settledLine(shop.account, {
          record_id: 'chargeback',
          record_type: 'CHARGEBACK',
          payment_id: row.id,
          gross_amount: '-100.00',
          net_amount: '-115.00',
          ...free,
          dispute_fee: '15.00',
        }),
      ]),
    )
    expect(texts).toEqual([])
    const report = await reportOf(shop, 100)
    expect(NAMES.map((name) => [name, total(report, name)])).toEqual([
      ['authorised', 10_000],
      ['captured', 10_000],
      ['refunded', 0],
      ['chargedBack', -10_000],
      ['fees', 1_500],
      ['other', 0],
      ['net', -1_500],
      ['paidOut', 0],
      ['open', -10_000],
    ])
  })
})
