import { describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import type { DisputeSum, PaymentSum } from '../../server/store/port.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { countedSales, monthOf, nameOfMonth, readMonth } from './month.ts'
import { type MonthSums, ratiosOf } from './ratios.ts'

function sold(paymentBrand: string, count: number, more: Partial<PaymentSum> = {}): PaymentSum {
  return {
    spanMs: 0,
    paymentType: 'DB',
    operation: 'first',
    state: 'succeeded',
    resultCode: '000.100.110',
    paymentBrand,
    currency: 'EUR',
    authentication: '',
    count,
    amountMinor: count * 1000,
    ...more,
  }
}

function disputed(paymentBrand: string, count: number, more: Partial<DisputeSum> = {}): DisputeSum {
  const resultCode = '000.100.221'
  return { paymentBrand, resultCode, currency: 'EUR', count, amountMinor: count * 1000, ...more }
}

const FRAUD = { resultCode: '000.100.220' }

function reached(month: Partial<MonthSums>): readonly string[] {
  const sums = { disputes: [], sales: [], salesBefore: [], isCut: false, ...month }
  return ratiosOf(sums).programs.flatMap(({ program, isReached }) => (isReached ? program : []))
}

describe('the forecast of a programme', () => {
  const ofMonth = (disputes: readonly DisputeSum[], passed?: number) => {
    const sales = [sold('VISA', 50_000), sold('MASTER', 5_000)]
    const sums = { disputes, sales, salesBefore: [sold('MASTER', 9_000)], isCut: false }
    return ratiosOf(sums, passed).programs
  }
  const of = (name: string, programs: ReturnType<typeof ofMonth>) =>
    programs.find(({ program }) => program === name)

  it('is what half a month comes to in a whole one', () => {
    const programs = ofMonth([disputed('MASTER', 80)], 0.5)
    expect(of('ECM', programs)).toMatchObject({
      count: 80,
      isReached: false,
      forecast: { count: 160, basisPoints: 177.78, isReached: true },
    })
  })

  it('keeps the ratio where the sales of the same month count', () => {
    const programs = ofMonth([disputed('VISA', 800)], 0.5)
    expect(of('VAMP', programs)).toMatchObject({
      count: 800,
      basisPoints: 160,
      isReached: false,
      forecast: { count: 1600, basisPoints: 160, isReached: true },
    })
  })

  it('is none of a month that is over', () => {
    expect(of('ECM', ofMonth([disputed('MASTER', 80)]))).not.toHaveProperty('forecast')
  })
})

describe('the disputes of a month', () => {
  it('are compared with its sales, by brand', () => {
    const sales = [
      sold('VISA', 800),
      sold('VISA', 200, { paymentType: 'CP', currency: 'GBP' }),
      sold('VISA', 50, { state: 'failed' }),
      sold('VISA', 50, { paymentType: 'RF' }),
      sold('AMEX', 10),
    ]
    const disputes = [disputed('VISA', 5), disputed('VISA', 2, FRAUD)]
    const { brands } = ratiosOf({ disputes, sales, salesBefore: [], isCut: false })
    expect(brands).toMatchObject([
      {
        paymentBrand: 'VISA',
        sales: {
          count: 1000,
          amounts: [
            { currency: 'EUR', amount: '8000.00' },
            { currency: 'GBP', amount: '2000.00' },
          ],
        },
        disputes: { count: 7, amounts: [{ currency: 'EUR', amount: '70.00' }] },
        fraud: { count: 2, amounts: [{ currency: 'EUR', amount: '20.00' }] },
        disputeBasisPoints: 70,
        fraudBasisPoints: 20,
      },
      { paymentBrand: 'AMEX', disputes: { count: 0 }, disputeBasisPoints: 0 },
    ])
  })

  it('have no ratio where there were no sales, or not all of them were looked at', () => {
    const disputes = [disputed('VISA', 5)]
    const [brand] = ratiosOf({ disputes, sales: [], salesBefore: [], isCut: false }).brands
    expect(brand).not.toHaveProperty('disputeBasisPoints')
    const sales = [sold('VISA', 100)]
    const cut = ratiosOf({ disputes, sales, salesBefore: [], isCut: true })
    expect(cut.brands[0]).not.toHaveProperty('disputeBasisPoints')
    expect(cut.programs[0]).not.toHaveProperty('basisPoints')
  })
})

describe('the programmes of the card networks', () => {
  it('VAMP: disputes and those for fraud once more, of the brands of Visa', () => {
    const sales = [sold('VISA', 60_000), sold('VPAY', 40_000)]
    const disputes = [disputed('VISA', 500), disputed('VPAY', 500, FRAUD)]
    expect(reached({ disputes, sales })).toEqual(['VAMP'])
    expect(reached({ disputes: [disputed('VISA', 1499)], sales })).toEqual([])
    expect(reached({ disputes, sales: [sold('VISA', 100_001)] })).toEqual([])
  })

  it('ECM and HECM: chargebacks against the sales of the month before', () => {
    const salesBefore = [sold('MASTER', 6_000), sold('MAESTRO', 666)]
    const sales = [sold('MASTER', 1_000_000)]
    const of = (count: number) =>
      reached({ disputes: [disputed('MASTER', count)], sales, salesBefore })
    expect(of(99)).toEqual([])
    expect(of(100)).toEqual(['ECM'])
    expect(of(299)).toEqual(['ECM'])
    expect(of(300)).toEqual(['ECM', 'HECM'])
  })

  it('EFM: fraud of at least 50,000 EUR or USD', () => {
    const salesBefore = [sold('MASTER', 10_000)]
    const of = (amountMinor: number, currency: string) =>
      reached({
        disputes: [disputed('MASTER', 50, { ...FRAUD, amountMinor, currency })],
        salesBefore,
      })
    expect(of(5_000_000, 'EUR')).toEqual(['EFM'])
    expect(of(5_000_000, 'USD')).toEqual(['EFM'])
    expect(of(4_999_999, 'EUR')).toEqual([])
    expect(of(9_000_000, 'GBP')).toEqual([])
  })
})

describe('a month', () => {
  it('is one of the calendar in UTC, and the one before it', () => {
    const { beforeMs, fromMs, toMs } = monthOf('2026-01')
    const shown = [beforeMs, fromMs, toMs].map((atMs) => new Date(atMs).toISOString().slice(0, 10))
    expect(shown).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
    expect(nameOfMonth(toMs - 1)).toBe('2026-01')
  })

  it('begins where its first day does in the time zone of the merchant', () => {
    const { fromMs, toMs } = monthOf('2026-03', 'Europe/Berlin')
    const shown = [fromMs, toMs].map((atMs) => new Date(atMs).toISOString().slice(0, 16))
    expect(shown).toEqual(['2026-02-28T23:00', '2026-03-31T22:00'])
    expect(nameOfMonth(fromMs, 'Europe/Berlin')).toBe('2026-03')
  })
})

const gateway = useTestGateway()

describe('GET /admin/v1/disputes/ratios', () => {
  it('tells of the channels of who asks, the same whether looked at whole or by day', async () => {
    const merchant = await addMerchant(gateway(), { channels: [{}, {}] })
    const administrator = newAccessToken()
    await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
    const send = (route: string, form: Form) =>
      sendBare(gateway(), route, { token: merchant.accessToken, form })
    const entityId = channelOf(merchant)
    const paid = await send('POST /v1/payments', cardPayment(entityId))
    await send('POST /v1/payments', cardPayment(merchant.channelIds[1] ?? ''))
    const paymentId = String(paid.body.id)
    const report = (form: Form) => send('POST /test/disputes', { entityId, paymentId, ...form })
    await report({ stage: 'firstChargeback', disputeCode: '000.100.220' })
    // A dispute is one, however often the bank takes the money.
    await report({ stage: 'firstChargeback', disputeOutcome: 'won' })
    await report({ stage: 'preArbitration' })

    const month = nameOfMonth(gateway().clock.now())
    const { status, body } = await sendBare(
      gateway(),
      `GET /admin/v1/disputes/ratios?month=${month}`,
      { token: administrator },
    )
    expect([status, body]).toMatchObject([
      200,
      {
        month,
        isCut: false,
        brands: [
          {
            paymentBrand: 'VISA',
            sales: { count: 2 },
            disputes: { count: 1 },
            fraud: { count: 1 },
            disputeBasisPoints: 5000,
          },
        ],
        programs: [{ program: 'VAMP', count: 2, isReached: false }, {}, {}, {}],
      },
    ])
    const { store } = gateway()
    const sums = await readMonth(merchant.channelIds, monthOf(month), {
      store,
      readSales: countedSales(store),
    })
    expect(ratiosOf(sums).brands).toEqual(body.brands)
  })
})
