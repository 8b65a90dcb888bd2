import { describe, expect, it } from 'vitest'
import { detectBrands, passesLuhn } from '../common/brands.ts'
import { SCENARIO_NAMES } from '../server/parameters/authentication-wishes.ts'
import { mayBeReal } from '../server/payments/instruments/test-numbers.ts'
import {
  CARD_ROWS,
  OWN_RANGES,
  ownCard,
  readScenario,
  SCENARIOS,
  SIMULATED_RANGES,
  scenarioOf,
} from './enrolled-cards.ts'

const ownCards = OWN_RANGES.flatMap((own) =>
  SCENARIOS.map(({ scenario }) => ({ own, scenario, number: ownCard(own, scenario) })),
)
const listedCards = CARD_ROWS.flatMap(({ numbers, ...row }) =>
  numbers.map((number) => ({ ...row, number })),
)
const allNumbers = [...listedCards, ...ownCards].map(({ number }) => number)

const holding = (number: string) =>
  SIMULATED_RANGES.filter(
    ({ startRange, endRange }) =>
      startRange.length === number.length && startRange <= number && number <= endRange,
  )

describe('the scenarios', () => {
  it('are those that a request may name', () => {
    expect(SCENARIOS.map(({ scenario }) => scenario)).toEqual(SCENARIO_NAMES)
  })
})

describe('the cards of the simulated issuer', () => {
  it('are all different, of a known brand, and known as test cards', () => {
    expect(new Set(allNumbers).size).toBe(allNumbers.length)
    expect(allNumbers.filter((number) => detectBrands(number).length === 0)).toEqual([])
    expect(allNumbers.filter(mayBeReal)).toEqual([])
  })

  it('have valid check digits, except one of UnionPay', () => {
    expect(allNumbers.filter((number) => !passesLuhn(number))).toEqual(['6250947000000052'])
  })

  it('cover each outcome of the reference for each brand', () => {
    for (const { scenario, numbers } of CARD_ROWS) {
      expect(numbers, scenario).toHaveLength(scenario === 'challenge' ? 14 : 7)
    }
  })
})

describe('the card ranges', () => {
  it('contain each enrolled card exactly once, with its method call', () => {
    for (const { scenario, method, number } of listedCards) {
      const found = holding(number).map((range) => range.method)
      expect(found, number).toEqual(scenario === undefined ? [] : [method])
    }
    for (const { own, number } of ownCards) {
      expect(holding(number), number).toEqual([
        expect.objectContaining({ method: own.method, version: own.version }),
      ])
    }
  })

  it('contain no card that is documented to need no authentication', () => {
    for (const number of [
      '4200000000000000',
      '4242424242424242',
      '5454545454545454',
      '5105105105105100',
      '377777777777770',
      '30082246403846',
      '4012888888881881',
      '4111111111111111',
      '5360230000000040',
    ]) {
      expect(holding(number), number).toEqual([])
    }
  })

  it('do not overlap', () => {
    const sorted = [...SIMULATED_RANGES].sort(
      (one, other) =>
        one.startRange.length - other.startRange.length ||
        (one.startRange < other.startRange ? -1 : 1),
    )
    for (const [at, range] of sorted.entries()) {
      const next = sorted[at + 1]
      expect(range.startRange <= range.endRange).toBe(true)
      if (next?.startRange.length === range.startRange.length) {
        expect(range.endRange < next.startRange, range.startRange).toBe(true)
      }
    }
  })
})

describe('the scenario of a transaction', () => {
  it('is that of its card', () => {
    for (const { scenario, number } of listedCards) {
      expect(scenarioOf(number, {}), number).toBe(scenario ?? 'frictionless')
    }
    for (const { scenario, number } of ownCards) expect(scenarioOf(number, {})).toBe(scenario)
    expect(scenarioOf('4200000010009990', {})).toBe('frictionless')
    expect(scenarioOf('4200000000000000', {})).toBe('frictionless')
  })

  it('is a challenge where the challenge is mandated, for cards without another outcome', () => {
    for (const { scenario, number } of listedCards) {
      const isFrictionless =
        scenario === undefined || ['frictionless', 'attempt'].includes(scenario)
      const expected = isFrictionless ? 'challenge' : scenario
      expect(scenarioOf(number, { challengeIndicator: '04' }), number).toBe(expected)
    }
    for (const challengeIndicator of ['01', '02', '03', '05', '06', '07', '08', '09']) {
      expect(scenarioOf('4200000000000091', { challengeIndicator })).toBe('frictionless')
    }
  })

  it('is the one that the request names, for every card', () => {
    for (const { scenario } of SCENARIOS) {
      expect(scenarioOf('4200000000000042', { scenario, flow: 'frictionless' })).toBe(scenario)
    }
    for (const flow of ['challenge', 'frictionless'] as const) {
      expect(scenarioOf('4012001037461114', { flow, challengeIndicator: '04' })).toBe(flow)
    }
  })

  it('is not changed by unknown names', () => {
    for (const name of ['', 'Challenge', '__proto__', 'toString', 'nothing']) {
      expect(readScenario(name)).toBeUndefined()
      expect(scenarioOf('4200000000000042', { scenario: name, flow: name })).toBe('challenge')
    }
  })
})
