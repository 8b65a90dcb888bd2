import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { narrowBrands } from './brand-traits.ts'
import {
  cardBrand,
  cardBrands,
  cardNumberFault,
  cardNumberLayout,
  detectBrands,
  findBrands,
  mayBeBeginning,
  passesLuhn,
} from './brands.ts'

const COMMON = ['VISA', 'MASTER', 'AMEX', 'MAESTRO', 'DINERS', 'DISCOVER', 'JCB', 'UNIONPAY']

/** The simulator's test cards, by the brand their column names. */
const TEST_CARDS: Record<string, string> = {
  VISA: `4200000000000091 4200000000000109 4200000000000026 4200000000000059 4012001037461114
    4012001037141112 4532497088771651 4200000000000042 4200000000000067 4200000000000018
    4200000000000075 4200000000000000 4242424242424242 4711100000000000 4012888888881881
    4111111111111111 4242428213359733`,
  MASTER: `5200000000000007 5200000000000023 5200000000000056 5200000000000106 5434580000000006
    5457350076543210 5497260847316287 5200000000000015 5200000000000049 5200000000000064
    5200000000000072 5454545454545454 5105105105105100 5212345678901234`,
  AMEX: `374500262001008 377277081382243 375987000000062 373953192351004 375987000169875
    375987000169883 343923092050144 343434343434343 375987000000021 375987000169867 371449635398431
    377777777777770 375987000000005`,
  MAESTRO: `6761301000993772 6706981111111113 6799851000000032 6007930123456780 6761301000941201
    6761301000946341 6761257707836567 6799998900000060018 6773670009114879 67034200554565015
    6759888888888888`,
  DINERS: '36177580677072 36259600000004 36458811111119 30082246403846',
  DISCOVER: `6011000400001008 6011010000000003 6011000990099818 6510000000001248 6011025500265831
    6011420711746440 6011208701117775 6559906559906557`,
  JCB: `3530111333300000 3566002020360505 3569990012278361 3569990012278353 3566007770017510
    3569990012291497 3096023363379943 3566002345432153 3569990010095916 3569990012300876
    3569990012300884`,
  UNIONPAY: `6250947000000014 6250947000000022 6250947000000089 6250944220914108 6250947000000048
    6250947000000030 6250947000000052 6250947000000097 6250944196725207 6250949644050173
    6250945882768112`,
  MADA: '5360230000000040',
}
const testCards = Object.entries(TEST_CARDS).flatMap(([brand, numbers]) =>
  numbers.split(/\s+/).map((number) => ({ brand, number })),
)

describe('detecting the brand of a test card', () => {
  it.each(testCards)('finds $brand for $number', ({ brand, number }) => {
    expect(detectBrands(number, [...COMMON, 'MADA'])[0]).toBe(brand)
    expect(detectBrands(number)).toContain(brand)
  })

  it.each(testCards)('accepts the length of $number, and its check digit', ({ brand, number }) => {
    expect(cardBrand(brand)?.lengths).toContain(number.length)
    expect(cardBrand(brand)?.luhn === false || passesLuhn(number)).toBe(true)
  })
})

describe('edges of the ranges', () => {
  it.each([
    ['222099', []],
    ['222100', ['MASTER']],
    ['272099', ['MASTER']],
    ['272100', []],
    ['510000', ['MASTER']],
    ['559999', ['MASTER']],
    ['352799', []],
    ['352800', ['JCB']],
    ['358999', ['JCB']],
    ['359000', []],
    ['305999', ['DINERS']],
    ['306000', []],
    ['309499', ['JCB']],
    ['309500', ['DINERS']],
    ['309600', ['JCB']],
    ['643999', []],
    ['644000', ['DISCOVER']],
    ['220499', ['MIR']],
    ['220500', []],
    ['622125', ['UNIONPAY']],
    ['622126', ['UNIONPAY', 'DISCOVER']],
    ['622925', ['UNIONPAY', 'DISCOVER']],
    ['622926', ['UNIONPAY']],
  ])('%s is %j', (digits, brands) => {
    expect(detectBrands(digits)).toEqual(brands)
  })

  it('lists a brand for the first and the last number of each of its ranges', () => {
    for (const { name, ranges } of cardBrands) {
      for (const end of ranges.flat()) expect(detectBrands(String(end), [name])).toEqual([name])
    }
  })

  it('has sorted ranges with ends of equal length, at most six digits', () => {
    for (const [first, last] of cardBrands.flatMap(({ ranges }) => ranges)) {
      expect(String(first)).toHaveLength(String(last).length)
      expect(last).toBeGreaterThanOrEqual(first)
      expect(String(last).length).toBeLessThanOrEqual(6)
    }
  })
})

describe('cards of two brands', () => {
  it('lists the domestic brand first, then the scheme that it shares the card with', () => {
    expect(detectBrands('4464040000000000')).toEqual(['MADA', 'VISA'])
    expect(detectBrands('4571000000000000')).toEqual(['DANKORT', 'VISA'])
    expect(detectBrands('4970100000000000')).toEqual(['CARTEBANCAIRE', 'VISA'])
    expect(detectBrands('5131000000000000')).toEqual(['CARTEBANCAIRE', 'MASTER'])
    expect(detectBrands('6703444444444449')).toEqual(['BCMC', 'MAESTRO'])
  })

  it('lists Maestro first for the test card of Maestro that is a Bancontact card as well', () => {
    expect(detectBrands('67034200554565015')).toEqual(['MAESTRO', 'BCMC'])
  })

  it('lists only brands that the shop accepts', () => {
    expect(detectBrands('4464040000000000', ['VISA'])).toEqual(['VISA'])
    expect(detectBrands('4464040000000000', ['MADA'])).toEqual(['MADA'])
    expect(detectBrands('4464040000000000', ['AMEX'])).toEqual([])
    expect(detectBrands('4464040000000000', [])).toEqual([])
  })

  it('does not confuse Elo, Hipercard or UnionPay with brands of neighbouring ranges', () => {
    expect(detectBrands('6362970000000000', COMMON)).toEqual([])
    expect(detectBrands('6062820000000000', COMMON)).toEqual([])
    expect(detectBrands('6200000000000000', ['MAESTRO', 'DISCOVER'])).toEqual([])
  })
})

describe('brands that belong to a scheme', () => {
  it('replace the scheme when both are accepted and the number identifies them', () => {
    expect(detectBrands('4917000000000000', ['VISA', 'VISAELECTRON'])).toEqual(['VISAELECTRON'])
    expect(detectBrands('4917000000000000', ['VISA'])).toEqual(['VISA'])
  })

  it('are listed for numbers of the scheme only if the shop does not accept the scheme', () => {
    expect(detectBrands('4111111111111111', ['VISADEBIT'])).toEqual(['VISADEBIT'])
    expect(detectBrands('4111111111111111', ['VISADEBIT', 'VISA'])).toEqual(['VISA'])
    expect(detectBrands('4111111111111111', ['CARTEBANCAIRE'])).toEqual(['CARTEBANCAIRE'])
    expect(detectBrands('5454545454545454', ['MASTERDEBIT'])).toEqual(['MASTERDEBIT'])
  })
})

describe('brand detection while the shopper types', () => {
  it('lists a brand as soon as the digits identify it', () => {
    expect(detectBrands('4')).toEqual(['VISA'])
    expect(detectBrands('37')).toEqual(['AMEX'])
    expect(detectBrands('50')).toEqual(['MAESTRO'])
  })

  it('lists the only accepted brand that the digits can still become', () => {
    expect(detectBrands('3', ['VISA', 'MASTER', 'AMEX'])).toEqual(['AMEX'])
    expect(detectBrands('5', ['VISA', 'MASTER'])).toEqual(['MASTER'])
    expect(detectBrands('4', ['MADA'])).toEqual(['MADA'])
  })

  it('lists nothing while several brands are possible', () => {
    expect(detectBrands('')).toEqual([])
    expect(detectBrands('3')).toEqual([])
    expect(detectBrands('5', ['MASTER', 'MAESTRO'])).toEqual([])
  })
})

describe('detection of any digits', () => {
  const digits = fc.stringMatching(/^[0-9]{0,19}$/)
  const names = fc.subarray(cardBrands.map(({ name }) => name))

  it('lists accepted names only, each once', () => {
    fc.assert(
      fc.property(digits, names, (typed, accepted) => {
        const listed = detectBrands(typed, accepted)
        expect(new Set(listed).size).toBe(listed.length)
        expect(accepted).toEqual(expect.arrayContaining(listed))
      }),
    )
  })

  it('is decided by the first six digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{6}$/), digits, (prefix, rest) => {
        expect(detectBrands(prefix + rest)).toEqual(detectBrands(prefix))
      }),
    )
  })

  it('ignores names that are not card brands', () => {
    expect(detectBrands('4111111111111111', ['MASTERCARD', 'PAYPAL', '__proto__'])).toEqual([])
    expect(cardBrand('MASTERCARD')).toBeUndefined()
  })
})

describe('brands found by the first six digits', () => {
  const names = cardBrands.map(({ name }) => name)
  const prefixes = cardBrands.flatMap(({ ranges }) => ranges.flat().map(String))

  it('narrowed to those of a form are what the whole number is detected as', () => {
    const begin = fc.oneof(fc.constantFrom(...prefixes), fc.constant(''))
    const rest = fc.stringMatching(/^[0-9]{8,13}$/)
    fc.assert(
      fc.property(begin, rest, fc.option(fc.subarray(names), { nil: undefined }), (...drawn) => {
        const [first, others, accepted] = drawn
        const number = first + others
        const found = findBrands(number.slice(0, 6))
        expect(narrowBrands(found, accepted)).toEqual(detectBrands(number, accepted))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('the fault of a whole card number', () => {
  it.each([
    ['4111111111111111', 'VISA', null],
    ['4111111111111112', 'VISA', 'check digit'],
    ['411111111111116', 'VISA', 'other brand'],
    ['4111111111111111', 'MASTER', 'other brand'],
    ['5360230000000040', 'MADA', null],
    ['5360230000000040', 'MASTER', 'check digit'],
    ['6250947000000052', 'UNIONPAY', null],
    ['3714496353984', 'AMEX', 'check digit'],
    ['9792000000000003', 'VISA', 'other brand'],
    ['9792000000000003', 'PRIVATE_LABEL', null],
    ['97920000001', 'PRIVATE_LABEL', 'check digit'],
    ['18', 'PRIVATE_LABEL', 'other brand'],
    ['', 'VISA', 'check digit'],
  ])('of %j as %s is %j', (digits, brand, fault) => {
    expect(cardNumberFault(digits, brand)).toBe(fault)
  })
})

describe('how a card number is written', () => {
  it('has room for the longest number of every brand that it fits', () => {
    expect(cardNumberLayout('4917', ['VISA', 'VISAELECTRON'], true).maxLength).toBe(19)
    expect(cardNumberLayout('4917', ['VISAELECTRON'], true).maxLength).toBe(16)
    expect(cardNumberLayout('9792', ['VISA'], true)).toEqual({
      gaps: [4, 8, 12, 16],
      maxLength: 19,
    })
  })
})

it.each([
  ['4222222222222', true],
  ['4539148803436467', false],
  ['6771798021', true],
  ['371449635398431', false],
  ['30082246403846', false],
  ['999999999999', true],
])('says of %s whether it may be the beginning of a longer number: %s', (digits, isBeginning) => {
  expect(mayBeBeginning(digits)).toBe(isBeginning)
})
