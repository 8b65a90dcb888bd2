import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { EMULATED_MERCHANT } from '../../sandbox/acquirers/adyen/emulator.ts'
import { databaseFiles } from '../../server/store/testing/database-files.ts'
import { adyen as adyenFormat } from '../settlement/settlement.fixture.ts'
import { adyenShop } from './adyen-shop.fixture.ts'
import { checkedStore, settledBy } from './provider-cases.fixture.ts'

type Adyen = Awaited<ReturnType<typeof adyenShop>>['adyen']
type Course = Parameters<Adyen['happenings']['disputeGoesOn']>[1]

/** Lines of a settlement file about a case. */
const fileOf = (
  paymentReference: string,
  paymentId: string,
  caseId: string,
  ...types: readonly string[]
) =>
  [
    'Merchant Account,Psp Reference,Merchant Reference,Modification Reference,Type,Booking Date,TimeZone,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Batch Number',
    ...types.map((type) => {
      const money = type === 'ChargebackReversed' ? [',92.00', ',92.00'] : ['92.00,', '92.00,']
      return `${EMULATED_MERCHANT},${paymentReference},${paymentId},${caseId},${type},2026-11-21 10:00:00,UTC,EUR,${money[0]},1,EUR,${money[1]},0.00,7`
    }),
    '',
  ].join('\n')

describe('a dispute that Adyen tells', () => {
  const newFile = databaseFiles()

  it('warns, takes the money with the chargeback, and has reason and deadline', async () => {
    const shop = await adyenShop()
    const { payment, case: acquirerReference } = await shop.disputed()
    await shop.tell({ times: 2 })
    expect(await shop.disputes(payment)).toMatchObject([
      {
        ...{ acquirerReference, stage: 'alert', outcome: 'open', source: 'acquirer' },
        ...{ reasonCode: '10.4', resultCode: '000.100.220', amountMinor: 9_200 },
        respondByMs: expect.closeTo(shop.gateway.clock.now() + 14 * DAY_MS, -5),
      },
    ])
    expect(await shop.booked(payment)).toEqual([])
    shop.adyen.happenings.disputeGoesOn(acquirerReference, 'CHARGEBACK')
    await shop.tell({ times: 2 })
    expect(await shop.disputes(payment)).toMatchObject([{ stage: 'firstChargeback' }])
    expect(await shop.booked(payment)).toEqual(['CB 9200'])
    expect(await shop.disputedThere(payment)).toBe(9_200)
  })

  it.each<readonly [readonly Course[], object, readonly string[]]>([
    [['CHARGEBACK', 'CHARGEBACK_REVERSED'], { outcome: 'won' }, ['CB 9200', 'CR 9200']],
    [
      ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'],
      { stage: 'preArbitration', outcome: 'lost' },
      ['CB 9200', 'CR 9200', 'CB 9200'],
    ],
    [
      ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED'],
      { stage: 'representment', outcome: 'won' },
      ['CB 9200', 'CR 9200'],
    ],
    [
      ['CHARGEBACK', 'PREARBITRATION_WON'],
      { stage: 'preArbitration', outcome: 'won' },
      ['CB 9200', 'CR 9200'],
    ],
    [
      ['CHARGEBACK', 'PREARBITRATION_LOST'],
      { stage: 'preArbitration', outcome: 'lost' },
      ['CB 9200'],
    ],
    [
      ['CHARGEBACK', 'DISPUTE_DEFENSE_PERIOD_ENDED'],
      { stage: 'firstChargeback', outcome: 'expired' },
      ['CB 9200'],
    ],
    [
      ['CHARGEBACK', 'INFORMATION_SUPPLIED'],
      { stage: 'representment', outcome: 'open', respondByMs: null },
      ['CB 9200'],
    ],
    [
      ['INFORMATION_SUPPLIED', 'CHARGEBACK', 'ISSUER_COMMENTS'],
      { outcome: 'open', chargebackId: expect.any(String) },
      ['CB 9200'],
    ],
  ])('goes through %j', async (courses, row, booked) => {
    const shop = await adyenShop()
    const { payment, case: id } = await shop.disputed()
    for (const course of courses) {
      shop.adyen.happenings.disputeGoesOn(id, course)
      await shop.tell()
    }
    expect(await shop.disputes(payment)).toMatchObject([row])
    expect(await shop.booked(payment)).toEqual(booked)
    expect(await shop.chargedBack(payment)).toBe(await shop.disputedThere(payment))
  })

  it.each<readonly [readonly Course[]]>([
    [['CHARGEBACK', 'CHARGEBACK_REVERSED']],
    [['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK']],
    [['CHARGEBACK', 'CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED']],
    [['CHARGEBACK', 'INFORMATION_SUPPLIED', 'CHARGEBACK_REVERSED', 'PREARBITRATION_LOST']],
    [['CHARGEBACK', 'DISPUTE_DEFENSE_PERIOD_ENDED']],
  ])('has its money where Adyen has it when %j come the newest first', async (courses) => {
    const shop = await adyenShop()
    const { payment, case: id } = await shop.disputed()
    for (const course of courses) shop.adyen.happenings.disputeGoesOn(id, course)
    await shop.tell({ isReversed: true, times: 2 })
    expect(await shop.disputes(payment)).toHaveLength(1)
    expect(await shop.chargedBack(payment)).toBe(await shop.disputedThere(payment))
  })

  it('that asks for information moves no money', async () => {
    const shop = await adyenShop()
    const { payment } = await shop.disputed({ eventCode: 'REQUEST_FOR_INFORMATION' })
    await shop.tell()
    expect(await shop.disputes(payment)).toMatchObject([{ stage: 'inquiry', outcome: 'open' }])
    expect(await shop.booked(payment)).toEqual([])
  })

  it('is about the capture of a hold', async () => {
    const shop = await adyenShop()
    const hold = await shop.pay({ paymentType: 'PA' })
    const part = await shop.refer(hold, 'CP', { amount: '50.00', currency: 'EUR' })
    await shop.refer(hold, 'CP', { amount: '42.00', currency: 'EUR', sequence: 'FINAL' })
    shop.adyen.happenings.disputeOpens(await shop.there(hold), {
      eventCode: 'CHARGEBACK',
      amount: 5_000,
    })
    await shop.tell()
    expect(await shop.disputes(part)).toMatchObject([{ stage: 'firstChargeback' }])
    expect(await shop.chargedBack(hold)).toBe(5_000)
  })

  it.each([
    [['Chargeback'], []],
    [['Chargeback', 'ChargebackReversed'], ['CHARGEBACK_REVERSED']],
    [
      ['Chargeback', 'ChargebackReversed', 'SecondChargeback'],
      ['CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'],
    ],
  ] as const)('moves its money once with the lines %j of its file', async (lines, courses) => {
    for (const isFileFirst of [true, false]) {
      const { store, faults } = await checkedStore(newFile())
      const shop = await adyenShop({}, store)
      const { payment, case: id } = await shop.disputed({ eventCode: 'CHARGEBACK' })
      for (const course of courses) shop.adyen.happenings.disputeGoesOn(id, course)
      const file = fileOf(await shop.there(payment), payment.id, id, ...lines)
      if (!isFileFirst) await shop.tell()
      await settledBy(file, adyenFormat, shop)
      if (isFileFirst) await shop.tell()
      expect(await shop.disputes(payment)).toHaveLength(1)
      expect(await shop.chargedBack(payment)).toBe(await shop.disputedThere(payment))
      const { now } = shop.gateway.clock
      expect(await faults(now())).toEqual([expect.stringMatching(/, 0 problems$/)])
    }
  })

  it('is advice where it is a report of fraud, and books nothing', async () => {
    const shop = await adyenShop()
    const payment = await shop.pay()
    shop.adyen.happenings.fraudIsReported(await shop.there(payment))
    await shop.tell()
    expect(await shop.disputes(payment)).toEqual([])
    expect(await shop.kept()).toMatchObject([{ kind: 'fraudReport', state: 'kept' }])
  })
})
