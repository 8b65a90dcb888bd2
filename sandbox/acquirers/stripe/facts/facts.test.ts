import { describe, expect, it } from 'vitest'
import { passesLuhn } from '../../../../common/brands.ts'
import { startEmulator } from '../emulator.fixture.ts'
import { isPublished, readPublished } from '../published-shapes.fixture.ts'
import { cardDeclinedWith } from './cards.ts'
import { checkChargeAmount, checkCurrency } from './currencies.ts'
import { DECLINES, type DeclineCode } from './declines.ts'

const isTaken = (amount: number, currency: string) => {
  try {
    checkCurrency(currency)
    checkChargeAmount(amount, currency)
    return true
  } catch {
    return false
  }
}

describe('amounts', () => {
  it.each([
    ['jpy', 50, 49],
    ['isk', 500, 550],
    ['ugx', 100, 110],
    ['kwd', 1_000, 1_005],
    ['eur', 50, 49],
    ['gbp', 30, 29],
    ['eur', 99_999_999, 100_000_000],
    ['idr', 100_000_000_000, 1_000_000_000_000],
  ])('in %s: %i is taken, %i is not', (currency, right, wrong) => {
    expect([isTaken(right, currency), isTaken(wrong, currency)]).toEqual([true, false])
  })

  it('are refused by the name of the parameter', async () => {
    const { post } = await startEmulator()
    const { body } = await post('payment_intents', { amount: 49, currency: 'eur' })
    expect(body.error).toMatchObject({ code: 'amount_too_small', param: 'amount' })
  })

  it.runIf(isPublished)('follow the published units', () => {
    const { currencies } = readPublished('currency-exponents.json')
    for (const [code, facts] of Object.entries<Record<string, number | null>>(currencies)) {
      const currency = code.toLowerCase()
      const amount = 1_000_000
      expect([code, isTaken(amount, currency)]).toEqual([code, facts.stripe !== null])
      const step = facts.stripeMultipleOf ?? 1
      if (step > 1) expect([code, isTaken(amount + 1, currency)]).toEqual([code, false])
    }
  })
})

describe('decline codes', () => {
  it('have a card each', () => {
    const numbers = (Object.keys(DECLINES) as DeclineCode[]).map(cardDeclinedWith)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.every(passesLuhn)).toBe(true)
  })

  it.runIf(isPublished)('are those that are published, and one of the test environment', () => {
    const { codes } = readPublished('stripe/decline-codes.json')
    const published = codes.map(({ code }: { code: string }) => code)
    expect(Object.keys(DECLINES).filter((code) => !published.includes(code))).toEqual([
      'test_mode_live_card',
    ])
    expect(published.filter((code: string) => !(code in DECLINES))).toEqual([])
  })
})

describe.runIf(isPublished)('events', () => {
  it('have names that are published', async () => {
    const { all } = readPublished('stripe/event-types.json')
    const emulator = await startEmulator()
    const { pay, card, happenings, pass, store } = emulator
    const { id } = (await pay(await card('4000000000000259'), { capture_method: 'manual' })).body
    happenings.captureElsewhere(id)
    await pay(await card('4000000000000002'))
    happenings.refundElsewhere((await pay(await card('4000000000005126'))).body.id)
    happenings.fraudIsReported((await pay(await card())).body.id)
    pass(30 * 24 * 3_600_000)
    const payout = happenings.paysOut('eur')
    if (payout !== undefined) happenings.payoutFails(payout.id)
    const types = new Set(store.all('event').map(({ type }) => type))
    expect([...types].filter((type) => !all.includes(type))).toEqual([])
    expect(types.size).toBeGreaterThan(12)
  })
})
