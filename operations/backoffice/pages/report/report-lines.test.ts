import { describe, expect, it } from 'vitest'
import {
  addedAmounts,
  calendarDays,
  changeOf,
  csvOf,
  daysBefore,
  grouped,
  merged,
  type ReportLine,
} from './report-lines.ts'

const line = (more: Partial<ReportLine>): ReportLine => ({
  merchantId: 'm1',
  merchant: 'Tea house',
  currency: 'EUR',
  brand: 'VISA',
  count: 1,
  authorised: '0.00',
  captured: '0.00',
  refunded: '0.00',
  chargedBack: '0.00',
  fees: '0.00',
  other: '0.00',
  net: '0.00',
  paidOut: '0.00',
  open: '0.00',
  ...more,
})

describe('lines of a report', () => {
  it('are added exactly, with the decimals of their currency', () => {
    expect(addedAmounts('0.10', '0.20')).toBe('0.30')
    expect(addedAmounts('-5.00', '4.99')).toBe('-0.01')
    expect(addedAmounts('90071992547409.93', '0.01')).toBe('90071992547409.94')
    expect(addedAmounts('1000', '-1')).toBe('999')
    expect(addedAmounts('1.230', '0.770')).toBe('2.000')
  })

  it('of several parts are one for each merchant, currency and brand', () => {
    const parts = [line({ captured: '1.00' }), line({ brand: 'AMEX' }), line({ captured: '2.50' })]
    expect(merged(parts)).toMatchObject([
      { brand: 'VISA', captured: '3.50', count: 2 },
      { brand: 'AMEX', count: 1 },
    ])
  })

  it('are shown by merchant, by brand or by currency alone, never with two currencies in one', () => {
    const all = [
      line({ net: '1.00' }),
      line({ net: '3.00', brand: 'AMEX' }),
      line({ net: '5.00', merchantId: 'm2', merchant: 'Coffee house' }),
      line({ net: '7', currency: 'JPY' }),
    ]
    const netsBy = (group: 'merchant' | 'brand' | 'currency') =>
      grouped(all, group).map(({ currency, net }) => `${net} ${currency}`)
    expect(netsBy('merchant')).toEqual(['5.00 EUR', '4.00 EUR', '7 JPY'])
    expect(netsBy('brand')).toEqual(['6.00 EUR', '3.00 EUR', '7 JPY'])
    expect(netsBy('currency')).toEqual(['9.00 EUR', '7 JPY'])
  })

  it('are saved as a file that no program takes for formulas', () => {
    const [, row] = csvOf([line({ merchant: '=SUM(A1)', refunded: '-1.00' })]).split('\r\n')
    expect(row).toBe("m1;'=SUM(A1);EUR;VISA;1;0.00;0.00;-1.00;0.00;0.00;0.00;0.00;0.00;0.00")
  })

  it('say how much more it was than before, where there was something', () => {
    expect(changeOf('150.00', '100.00')).toBe(0.5)
    expect(changeOf('-150.00', '-100.00')).toBe(-0.5)
    expect(changeOf('1.00', '0.00')).toBeUndefined()
    expect(changeOf('1.00', undefined)).toBeUndefined()
  })
})

describe('the time of a report', () => {
  it.each([
    ['2026-02-17', 1, 0, '2026-02-01', '2026-02-28'],
    ['2026-01-17', 1, -1, '2025-12-01', '2025-12-31'],
    ['2026-02-17', 3, 0, '2026-01-01', '2026-03-31'],
    ['2026-02-17', 3, -1, '2025-10-01', '2025-12-31'],
  ] as const)('of %s, %i months, %i later is from %s to %s', (day, months, later, from, to) => {
    expect(calendarDays(day, months, later)).toEqual({ from, to })
  })

  it.each([
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-03-10', '2026-03-12', '2026-03-07', '2026-03-09'],
    ['2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ])('before %s to %s is %s to %s', (from, to, before, until) => {
    expect(daysBefore({ from, to })).toEqual({ from: before, to: until })
  })
})
