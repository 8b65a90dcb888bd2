import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  RiskRule,
  RiskSettings,
  VelocityRule,
  WhenUnreachable,
} from '../../entities/risk-settings.ts'
import { MAX_RISK_SCORE } from '../../entities/risk-settings.ts'
import type { SightingSum } from '../../store/port.ts'
import { atMostEuros, atMostPayments, block, factsOfJane, nobody } from './facts.fixture.ts'
import { applyRules, conclude, type ProviderAnswer } from './rules.ts'

const judge = (rules: readonly RiskRule[], facts = factsOfJane(), sums = new Map()) =>
  applyRules({ rules }, facts, sums)

const seen = (rule: VelocityRule, sum: SightingSum) => new Map([[rule, sum]])

describe('a block list', () => {
  it.each([
    ['card', 'f'.repeat(64), '800.200.160'],
    ['bin', '420000', '800.300.401'],
    ['bin', '42000000', '800.300.401'],
    ['email', 'Jane@shop.example', '800.300.200'],
    ['email', '@SHOP.example', '800.300.200'],
    ['ip', '192.0.2.7', '800.300.301'],
    ['ip', '192.0.2.0/24', '800.300.301'],
    ['country', 'de', '800.300.102'],
  ] as const)('of %ss with %s refuses with %s', (by, value, code) => {
    expect(judge([block(by, ['other', value])])).toMatchObject({ refusalCode: code, score: 0 })
  })

  it.each([
    ['card', 'e'.repeat(64)],
    ['bin', '42000001'],
    ['bin', '4200'],
    ['email', 'shop.example'],
    ['email', '@example'],
    ['email', '@other.shop.example'],
    ['ip', '192.0.2.70'],
    ['ip', '192.0.3.0/24'],
    ['country', 'FR'],
  ] as const)('of %ss with %s accepts Jane', (by, value) => {
    expect(judge([block(by, [value])])).not.toHaveProperty('refusalCode')
  })

  it.each(['card', 'bin', 'email', 'ip', 'country'] as const)(
    'of %ss does not hit for a payment that has none',
    (by) => {
      const judged = judge([block(by, ['DE'])], nobody)
      expect(judged).toEqual({ score: 0, trace: [`Rule 1: the ${by} is not known`] })
    },
  )

  it('refuses with the code that it names', () => {
    const stolen: RiskRule = { ...block('card', ['f'.repeat(64)]), code: '800.200.159' }
    expect(judge([stolen]).refusalCode).toBe('800.200.159')
  })

  it('finds one country among several', () => {
    const facts = factsOfJane({ countries: ['DE', 'FR'] })
    expect(judge([block('country', ['FR'])], facts).refusalCode).toBe('800.300.102')
  })
})

describe('a velocity rule', () => {
  it.each([
    ['card', '800.120.101', '800.120.201'],
    ['ip', '800.120.102', '800.120.202'],
    ['email', '800.120.103', '800.120.203'],
    ['channel', '800.120.401', '800.120.200'],
  ] as const)('by %s refuses one too many with %s, too much with %s', (by, tooMany, tooMuch) => {
    const number = atMostPayments(by, 3)
    const volume = atMostEuros(by, '100.00')
    const sum = { count: 3, amountMinor: 801 }
    expect(judge([number], undefined, seen(number, sum)).refusalCode).toBe(tooMany)
    expect(judge([volume], undefined, seen(volume, sum)).refusalCode).toBe(tooMuch)
  })

  it('accepts the last payment within the limit, with this payment counted', () => {
    const number = atMostPayments('card', 3)
    const volume = atMostEuros('card', '100.00')
    const sum = { count: 2, amountMinor: 800 }
    expect(judge([number], undefined, seen(number, sum))).not.toHaveProperty('refusalCode')
    expect(judge([volume], undefined, seen(volume, sum))).not.toHaveProperty('refusalCode')
  })

  it('does not hit where no earlier attempt is known', () => {
    expect(judge([atMostPayments('card', 0)]).refusalCode).toBe('800.120.101')
    expect(judge([atMostPayments('card', 1)])).not.toHaveProperty('refusalCode')
  })

  it('adds up one currency and looks at payments in it', () => {
    const volume = atMostEuros('channel', '1.00')
    const pounds = factsOfJane({ amount: { minor: 9200, currency: 'GBP' } })
    expect(judge([volume], pounds).trace).toEqual(['Rule 1: the payment is not in EUR'])
  })

  it('does not hit when its field is missing, except for the whole channel', () => {
    expect(judge([atMostPayments('card', 0)], nobody)).not.toHaveProperty('refusalCode')
    expect(judge([atMostPayments('channel', 0)], nobody).refusalCode).toBe('800.120.401')
  })

  it('shows what it counted', () => {
    const number = { ...atMostPayments('card', 3), name: 'Cards in a hurry' }
    const { trace } = judge([number], undefined, seen(number, { count: 3, amountMinor: 0 }))
    expect(trace).toEqual([
      'Cards in a hurry: payment 4 of the card within 60 minutes, of 3; refused with 800.120.101',
    ])
  })
})

describe('an amount rule', () => {
  const rule: RiskRule = {
    kind: 'amount',
    currency: 'EUR',
    atLeast: '1.00',
    atMost: '100.00',
    effect: 'refuse',
  }
  it.each([
    [99, '100.550.312'],
    [100, undefined],
    [10_000, undefined],
    [10_001, '100.550.312'],
  ])('answers %i cents with %s', (minor, code) => {
    const judged = judge([rule], factsOfJane({ amount: { minor, currency: 'EUR' } }))
    expect(judged.refusalCode).toBe(code)
  })

  it('does not apply to other currencies', () => {
    const pounds = factsOfJane({ amount: { minor: 10_001, currency: 'GBP' } })
    expect(judge([rule], pounds)).not.toHaveProperty('refusalCode')
  })

  it('names the risk amount where that is too large', () => {
    const facts = factsOfJane({ amount: { minor: 10_001, currency: 'EUR' }, isRiskAmount: true })
    expect(judge([rule], facts).refusalCode).toBe('100.550.601')
  })
})

describe('a holder rule', () => {
  const rule: RiskRule = { kind: 'holder', effect: 'refuse' }
  it('refuses a holder with another name', () => {
    expect(judge([rule], factsOfJane({ holder: 'John Smith' })).refusalCode).toBe('800.150.100')
    expect(judge([rule])).not.toHaveProperty('refusalCode')
    expect(judge([rule], nobody)).not.toHaveProperty('refusalCode')
  })
})

describe('several rules', () => {
  it('are all evaluated, the first refusal gives the code, and scores add up', () => {
    const judged = judge([
      block('country', ['DE'], { score: 30 }),
      block('email', ['@shop.example']),
      block('ip', ['192.0.2.7']),
      block('bin', ['420000'], { score: -10 }),
    ])
    expect(judged).toEqual({
      score: 20,
      refusalCode: '800.300.200',
      trace: [
        'Rule 1: the country is on the block list; adds 30 to the score',
        'Rule 2: the email is on the block list; refused with 800.300.200',
        'Rule 3: the ip is on the block list; refused with 800.300.301',
        'Rule 4: the bin is on the block list; adds -10 to the score',
      ],
    })
  })
})

const scored = (score: number, more: Omit<RiskSettings, 'rules'> = {}, word?: ProviderAnswer) =>
  conclude({ rules: [], ...more }, { score, trace: [] }, word)

describe('the score', () => {
  const thresholds = { reviewFromScore: 50, refuseFromScore: 100 }
  it.each([
    [49, {}],
    [50, { reviewCode: '000.400.000' }],
    [99, { reviewCode: '000.400.000' }],
    [100, { refusalCode: '100.400.319' }],
  ])('of %i results in %o', (score, codes) => {
    const { trace, ...verdict } = scored(score, thresholds)
    expect(verdict).toEqual({ score, ...codes })
    expect(trace).toHaveLength(1)
  })

  it('decides nothing without thresholds', () => {
    expect(scored(MAX_RISK_SCORE)).toEqual({
      score: MAX_RISK_SCORE,
      trace: ['The score is 99999: passed'],
    })
  })

  it('counts what the provider adds', () => {
    expect(scored(60, thresholds, { kind: 'score', score: 40 }).refusalCode).toBe('100.400.319')
    expect(scored(60, thresholds, { kind: 'score', score: -20 })).not.toHaveProperty('reviewCode')
  })
})

describe('a provider', () => {
  it('refuses with its own code or the general one', () => {
    expect(scored(0, {}, { kind: 'refused' }).refusalCode).toBe('100.380.100')
    const own: ProviderAnswer = { kind: 'refused', code: '100.400.142' }
    expect(scored(0, {}, own).refusalCode).toBe('100.400.142')
  })

  it.each<[WhenUnreachable | undefined, object]>([
    ['pass', {}],
    ['review', { reviewCode: '000.400.080' }],
    [undefined, { reviewCode: '000.400.080' }],
    ['refuse', { refusalCode: '000.400.200' }],
  ])('that does not answer means: %s', (whenUnreachable, codes) => {
    const provider = { name: 'p', ...(whenUnreachable === undefined ? {} : { whenUnreachable }) }
    const { trace, ...verdict } = scored(7, { provider }, { kind: 'silent' })
    expect(verdict).toEqual({ score: 7, ...codes })
  })

  it('that does not answer does not prevent a refusal by the score', () => {
    const settings = { refuseFromScore: 10, provider: { name: 'p' } }
    expect(scored(10, settings, { kind: 'silent' }).refusalCode).toBe('100.400.319')
  })

  it('has no effect after a refusal by a rule', () => {
    const refused = { score: 0, refusalCode: '800.300.200', trace: [] }
    expect(conclude({ rules: [] }, refused, { kind: 'score', score: -9 })).toBe(refused)
  })
})

describe('for any rules and any payment', () => {
  const effect = fc.oneof(
    fc.constant('refuse' as const),
    fc.record({ score: fc.integer({ min: -MAX_RISK_SCORE, max: MAX_RISK_SCORE }) }),
  )
  const rule: fc.Arbitrary<RiskRule> = fc.oneof(
    fc.record({
      kind: fc.constant('block' as const),
      by: fc.constant('country' as const),
      values: fc.subarray(['DE', 'FR', 'US']),
      effect,
    }),
    fc.record({
      kind: fc.constant('amount' as const),
      currency: fc.constantFrom('EUR', 'GBP'),
      atMost: fc.constantFrom('1.00', '92.00', '100.00'),
      effect,
    }),
    fc.record({ kind: fc.constant('holder' as const), effect }),
    fc.record({
      kind: fc.constant('velocity' as const),
      by: fc.constantFrom('card' as const, 'email' as const, 'ip' as const, 'channel' as const),
      atMost: fc.record({ payments: fc.integer({ min: 0, max: 5 }) }),
      withinMinutes: fc.constant(60),
      effect,
    }),
  )
  const rules = fc.array(rule, { maxLength: 8 })
  const facts = fc
    .record({
      countries: fc.subarray(['DE', 'FR', 'US']),
      holder: fc.constantFrom('Jane Jones', 'J JONES', 'John Smith'),
    })
    .map((more) => factsOfJane(more))
  const hits = (one: RiskRule, about: ReturnType<typeof factsOfJane>) => {
    const alone = judge([{ ...one, effect: { score: 1 } }], about)
    return alone.score === 1
  }

  it('the score is the sum of the rules that hit, within its range', () => {
    fc.assert(
      fc.property(rules, facts, (all, about) => {
        const sum = all
          .filter((one) => hits(one, about))
          .reduce((total, one) => total + (one.effect === 'refuse' ? 0 : one.effect.score), 0)
        const within = Math.max(-MAX_RISK_SCORE, Math.min(MAX_RISK_SCORE, sum))
        expect(judge(all, about).score).toBe(within)
      }),
    )
  })

  it('the code is that of the first rule that hits and refuses', () => {
    fc.assert(
      fc.property(rules, facts, (all, about) => {
        const first = all.find((one) => one.effect === 'refuse' && hits(one, about))
        const code = first && judge([first], about).refusalCode
        expect(judge(all, about).refusalCode).toBe(code)
      }),
    )
  })

  it('the trace has one sentence per rule and no personal data', () => {
    fc.assert(
      fc.property(rules, facts, (all, about) => {
        const { trace } = judge(all, about)
        expect(trace).toHaveLength(all.length)
        const told = trace.join()
        for (const secret of [
          about.email,
          ...about.ips,
          about.fingerprint,
          about.bin,
          about.surname,
        ]) {
          expect(told).not.toContain(secret)
        }
      }),
    )
  })

  it('more attempts never make a payment better', () => {
    const counts = fc.tuple(fc.nat(9), fc.nat(9)).map(([one, more]) => [one, one + more] as const)
    fc.assert(
      fc.property(fc.nat(5), counts, (payments, [few, many]) => {
        const number = atMostPayments('card', payments)
        const refused = (count: number) =>
          judge([number], undefined, seen(number, { count, amountMinor: 0 })).refusalCode
        if (refused(few) !== undefined) expect(refused(many)).toBe(refused(few))
      }),
    )
  })
})
