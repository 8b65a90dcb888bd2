import { signal } from '@preact/signals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardBrands, passesLuhn } from '../../../common/brands.ts'
import { brandNames, paymentBrand } from '../../../common/payment-brands.ts'
import type { NumberState, WidgetSession } from '../../../common/widget-wire.ts'
import { createCardState } from '../../../widget/forms/card/card-state.ts'
import { typedNumber } from '../../../widget/frames/number-state.ts'
import { readOptions } from '../../../widget/options/read-options.ts'
import { isRefusal } from '../../results/refusal.ts'
import { card } from './card.ts'
import { EVERY_BRAND, NOW_MS, sent, VISA_CARD } from './instruments.fixture.ts'

/** What becomes of a card: its brand, and the code of its fault if it has one. */
function paidAs(number: string, channel: readonly string[], paymentBrand?: string) {
  const named = paymentBrand === undefined ? {} : { paymentBrand }
  const values = sent({ ...VISA_CARD, 'card.number': number, ...named })
  const read = card.judge({ values, channelBrands: channel, nowMs: NOW_MS })
  if (typeof read === 'function') throw new Error('A card asks nobody')
  return isRefusal(read) ? { fault: 'refused' } : { brand: read.brand, fault: read.faultCode }
}

const allNames = cardBrands.map(({ name }) => name)

/** The number with the last digit that checks the others. */
function withCheckDigit(start: string): string {
  const last = '0123456789'.split('').find((digit) => passesLuhn(start + digit))
  return start + last
}

function firstNumber(start: string, lengths: readonly number[]): string {
  const length = lengths.includes(16) ? 16 : (lengths[0] ?? 16)
  return withCheckDigit(start.padEnd(length - 1, '0'))
}

describe('a card of a brand within another brand', () => {
  const ELECTRON = '4026 4175 4405 4508 4844 4913 4917'.split(' ')

  it.each(['4917610000000000', '4508034508034509', '4508750015741019'])(
    'pays as VISA and as what it is: %s',
    (number) => {
      expect(paidAs(number, EVERY_BRAND, 'VISA')).toEqual({ brand: 'VISA', fault: undefined })
      expect(paidAs(number, EVERY_BRAND, 'VISAELECTRON').fault).toBeUndefined()
      expect(paidAs(number, EVERY_BRAND, 'VISADEBIT').fault).toBeUndefined()
    },
  )

  it.each(ELECTRON)('pays without a brand on a channel that takes only VISA: %s…', (prefix) => {
    const number = withCheckDigit(prefix.padEnd(15, '0'))
    const channel = ['VISA', 'MASTER', 'AMEX']
    expect(paidAs(number, channel)).toEqual({ brand: 'VISA', fault: undefined })
  })

  it.each([
    ['VISADEBIT', '4200000000000000'],
    ['MASTERDEBIT', '5454545454545454'],
    ['VPAY', '4200000000000000'],
    ['VPAY', '6761301000993772'],
    ['CARTEBLEUE', '4970100000000154'],
    ['CARTEBLEUE', '4200000000000000'],
    ['CARTEBANCAIRE', '4970100000000154'],
    ['CARTEBANCAIRE', '4200000000000000'],
    ['CARTEBANCAIRE', '5454545454545454'],
    ['MAESTRO', '67034200554565015'],
    ['BCMC', '67034200554565015'],
    ['MAESTRO', '6703444444444449'],
    ['BCMC', '6703444444444449'],
  ])('can be named %s: %s', (brand, number) => {
    expect(paidAs(number, EVERY_BRAND, brand)).toEqual({ brand, fault: undefined })
    expect(paidAs(number, [brand])).toEqual({ brand, fault: undefined })
  })

  it('does not pay as a brand that shares only its scheme', () => {
    expect(paidAs('4200000000000000', EVERY_BRAND, 'MASTERDEBIT').fault).toBe('100.100.700')
    expect(paidAs('5454545454545454', EVERY_BRAND, 'VPAY').fault).toBe('100.100.700')
    expect(paidAs('42000000000000', EVERY_BRAND, 'VPAY').fault).toBeDefined()
    expect(paidAs('6761301000993772', EVERY_BRAND, 'BCMC').fault).toBe('100.100.700')
  })

  it('is Maestro, not Bancontact, without a choice: 67034200554565015', () => {
    expect(paidAs('67034200554565015', EVERY_BRAND)).toEqual({ brand: 'MAESTRO', fault: undefined })
    expect(paidAs('67034200554565015', ['BCMC'])).toEqual({ brand: 'BCMC', fault: undefined })
  })
})

describe('every card brand', () => {
  const cards = brandNames.filter((name) => paymentBrand(name)?.kind === 'card')

  /** The first number of the first range of each brand. */
  const numbers = cardBrands.flatMap(({ ranges: [first], lengths }) =>
    first === undefined ? [] : [firstNumber(String(first[0]), lengths)],
  )

  it.each(cards)('%s is paid by a number of its range', (name) => {
    const paid = numbers.map((number) => paidAs(number, [name], name))
    expect(paid).toContainEqual({ brand: name, fault: undefined })
  })

  it.each(allNames)(
    '%s can be paid without being named, where the channel takes it alone',
    (name) => {
      const paid = numbers.map((number) => paidAs(number, [name]))
      expect(paid).toContainEqual({ brand: name, fault: undefined })
    },
  )
})

describe('what the widget offers', () => {
  const ranged = cardBrands.filter(({ ranges }) => ranges.length > 0)
  const situation = fc
    .record({
      brand: fc.constantFrom(...ranged),
      at: fc.nat(),
      rest: fc.stringMatching(/^[0-9]{18}$/),
      otherLength: fc.option(fc.integer({ min: 10, max: 19 }), { freq: 3 }),
      isRight: fc.boolean(),
      others: fc.subarray(allNames),
      named: fc.oneof(fc.constant([]), fc.subarray(allNames)),
      picked: fc.constantFrom('', ...allNames),
    })
    .map(({ brand, at, rest, otherLength, isRight, others, ...more }) => {
      const ends = brand.ranges.flat()
      const length = otherLength ?? brand.lengths[at % brand.lengths.length] ?? 16
      const start = (String(ends[at % ends.length]) + rest).slice(0, length - 1)
      const number = isRight ? withCheckDigit(start) : start + rest[0]
      const [whole = brand.name] = brand.partOf
      return { number, channel: [at % 2 ? brand.name : whole, ...others], ...more }
    })

  /** The form as the shopper sees it, after its number frame has told of a number. */
  function formFor(
    told: NumberState,
    of: { channel: readonly string[]; named: readonly string[] },
  ) {
    const session = { brands: of.channel } as unknown as WidgetSession
    const options = { ...readOptions({}), requireCvv: false }
    const state = createCardState(
      { options, session: signal(session), isListed: signal(false) },
      of.named,
    )
    state.number.value = told
    return state
  }

  function reportedState(digits: string, channel: readonly string[]): NumberState {
    const typed = typedNumber(channel)
    typed.take(digits, false)
    return typed.state()
  }

  it('is accepted by the gateway as the brand that the widget would send', () => {
    fc.assert(
      fc.property(situation, ({ number, channel, named, picked }) => {
        const form = formFor(reportedState(number, channel), { channel, named })
        form.picked.value = picked
        const brand = form.brand.value
        fc.pre(channel.includes(brand) && form.faults.value.cardNumber === undefined)
        expect(paidAs(number, channel, brand)).toEqual({ brand, fault: undefined })
      }),
      { numRuns: 500 },
    )
  })

  it('includes every card that the gateway accepts without a brand', () => {
    fc.assert(
      fc.property(situation, ({ number, channel }) => {
        const paid = paidAs(number, channel)
        fc.pre(paid.fault === undefined && paid.brand !== undefined)
        const form = formFor(reportedState(number, channel), { channel, named: [] })
        expect(form.brand.value).toBe(paid.brand)
        expect(form.faults.value.cardNumber).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('lets the shopper choose between two brands that are both accepted', () => {
    fc.assert(
      fc.property(situation, ({ number, channel }) => {
        const state = reportedState(number, channel)
        const form = formFor(state, { channel, named: [] })
        fc.pre(form.faults.value.cardNumber === undefined)
        for (const name of form.detected.value) {
          form.picked.value = name
          const isOffered = form.faults.value.cardNumber === undefined
          expect(paidAs(number, channel, name).fault === undefined).toBe(isOffered)
        }
      }),
      { numRuns: 300 },
    )
  })
})
