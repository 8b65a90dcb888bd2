import { describe, expect, it } from 'vitest'
import { passesLuhn } from '../../../../common/brands.ts'
import { isPublished, readPublished } from '../published-shapes.fixture.ts'
import { brandOf, TEST_CARDS } from './cards.ts'
import { decimalsOf, majorText } from './currencies.ts'
import { EVENT_CODES } from './events.ts'
import { REFUSALS, refusalByHolder } from './refusals.ts'

it.each([
  [1_250, 'EUR', '12.50 EUR'],
  [1_250, 'CLP', '12.50 CLP'],
  [1_250, 'ISK', '12.50 ISK'],
  [1_250, 'CVE', '1250 CVE'],
  [1_250, 'IDR', '1250 IDR'],
  [1_250, 'UGX', '1250 UGX'],
  [1_250, 'KWD', '1.250 KWD'],
])('%i minor units of %s are %s', (value, currency, text) => {
  expect(majorText(value, currency)).toBe(text)
})

it('test cards have right check digits and known brands', () => {
  expect(Object.keys(TEST_CARDS).filter((number) => !passesLuhn(number))).toEqual([])
  expect(brandOf('2720999999999996')).toBe('mc')
})

it('refusals are found by names in any case', () => {
  expect([refusalByHolder(' card_expired '), refusalByHolder('Jane')]).toEqual(['6', undefined])
})

describe.runIf(isPublished)('as published', () => {
  it('are the decimals of currencies', () => {
    const { currencies } = readPublished('currency-exponents.json')
    for (const [code, { adyen }] of Object.entries<{ adyen: number | null }>(currencies)) {
      expect([code, decimalsOf(code) ?? null]).toEqual([code, adyen])
    }
  })

  it('are the refusal reasons', () => {
    const { codes } = readPublished('adyen/refusal-reasons.json')
    const published = codes.filter(({ code }: { code: string }) => code !== '0')
    const own = Object.entries(REFUSALS).filter(([code]) => code !== '0')
    expect(new Map(own.map(([code, { reason }]) => [code, reason]))).toEqual(
      new Map(published.map((one: { code: string; reason: string }) => [one.code, one.reason])),
    )
  })

  it('are the events', () => {
    const { webhooks } = readPublished('adyen/Webhooks-v1.json')
    expect(Object.keys(webhooks).map((path) => path.slice(1))).toEqual([...EVENT_CODES].sort())
  })
})
