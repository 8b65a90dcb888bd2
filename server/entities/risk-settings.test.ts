import { describe, expect, it } from 'vitest'
import { riskFaults } from './risk-settings.ts'

const card = 'f'.repeat(64)

/** Everything that settings can say. */
const whole = {
  rules: [
    { kind: 'block', by: 'card', values: [card], effect: 'refuse', code: '800.200.159' },
    { kind: 'block', by: 'bin', values: ['420000', '42000000'], effect: { score: -5 } },
    { kind: 'block', by: 'email', values: ['a@b.example', '@b.example'], effect: 'refuse' },
    { kind: 'block', by: 'ip', values: ['192.0.2.0/24', '::1'], effect: 'refuse' },
    { kind: 'block', by: 'country', values: ['US', 'fr'], effect: 'refuse', name: 'Not there' },
    {
      kind: 'velocity',
      by: 'channel',
      atMost: { payments: 3 },
      withinMinutes: 43_200,
      effect: 'refuse',
    },
    {
      kind: 'velocity',
      by: 'card',
      atMost: { amount: '500.00', currency: 'EUR' },
      withinMinutes: 1,
      effect: 'refuse',
    },
    { kind: 'amount', currency: 'JPY', atMost: '100000', effect: 'refuse' },
    { kind: 'holder', effect: { score: 40 } },
  ],
  refuseFromScore: 100,
  reviewFromScore: -50,
  provider: { name: 'simulator', timeoutMs: 10, whenUnreachable: 'pass' },
}

const faultsOfRule = (rule: object) => riskFaults({ rules: [{ effect: 'refuse', ...rule }] })

describe('risk settings', () => {
  it('have no fault when they are valid', () => {
    expect(riskFaults(whole)).toEqual([])
    expect(riskFaults({ rules: [] })).toEqual([])
  })

  it.each([
    [null, 'risk must be an object'],
    [[], 'risk must be an object'],
    [{}, 'risk.rules must be a list'],
    [{ rules: [], rule: [] }, 'risk.rule is no setting: was rules meant?'],
    [{ rules: [1] }, 'risk.rules[0] must be an object'],
    [{ rules: Array(101).fill({}) }, 'risk.rules has 101 entries, at most 100 may be'],
    [{ rules: [], refuseFromScore: 100_000 }, 'risk.refuseFromScore must be a whole number from'],
    [{ rules: [], reviewFromScore: '5' }, 'risk.reviewFromScore must be a whole number from'],
    [{ rules: [], provider: 'simulator' }, 'risk.provider must be an object'],
    [{ rules: [], provider: {} }, 'risk.provider.name must name a provider'],
    [{ rules: [], provider: { name: 'a', timeoutMs: 1 } }, 'risk.provider.timeoutMs must be'],
    [
      { rules: [], provider: { name: 'a', whenUnreachable: 'wait' } },
      'risk.provider.whenUnreachable must be one of pass, review, refuse',
    ],
  ])('%o: %s', (json, fault) => {
    expect(riskFaults(json)).toEqual([expect.stringContaining(fault)])
  })

  it.each([
    [{ kind: 'list' }, '.kind must be one of block, velocity, amount, holder'],
    [{ kind: 'toString' }, '.kind must be one of'],
    [{ kind: 'holder', by: 'card' }, '.by is no setting: there are kind, name, effect, code'],
    [{ kind: 'holder', effect: 'review' }, '.effect must be "refuse" or {"score": 50}'],
    [{ kind: 'holder', effect: { score: 0.5 } }, '.effect.score must be a whole number'],
    [{ kind: 'holder', name: '' }, '.name must be a text of 1 to 64 characters'],
    [{ kind: 'holder', code: '000.100.110' }, '.code must be a result code that refuses'],
    [{ kind: 'holder', code: '1.2.3' }, '.code must be a result code that refuses'],
    [
      { kind: 'holder', effect: { score: 1 }, code: '800.150.100' },
      '.code is for rules that refuse',
    ],
    [{ kind: 'block', by: 'name', values: [] }, '.by must be one of card, bin, email, ip, country'],
    [{ kind: 'block', by: 'ip', values: '::1' }, '.values must be a list'],
    [{ kind: 'block', by: 'ip', values: ['::1', '1.2.3'] }, '.values[1] must be an IP address'],
    [{ kind: 'block', by: 'card', values: ['4200000000000000'] }, '.values[0] must be a finger'],
    [{ kind: 'block', by: 'bin', values: [420000] }, '.values[0] must be the first six or eight'],
    [{ kind: 'block', by: 'email', values: ['b.example'] }, '.values[0] must be an e-mail, or @'],
    [{ kind: 'block', by: 'country', values: ['DEU'] }, '.values[0] must be a country of two'],
    [
      { kind: 'block', by: 'bin', values: Array(5001).fill('420000') },
      '.values has 5001 entries, at most 5000 may be',
    ],
    [
      { kind: 'velocity', by: 'bin', atMost: { payments: 1 }, withinMinutes: 1 },
      '.by must be one of card, email, ip, channel',
    ],
    [
      { kind: 'velocity', by: 'ip', atMost: 3, withinMinutes: 1 },
      '.atMost must be {"payments": 3} or',
    ],
    [
      { kind: 'velocity', by: 'ip', atMost: { payments: 3 }, withinMinutes: 43_201 },
      '.withinMinutes must be a whole number from 1 to 43200',
    ],
    [
      {
        kind: 'velocity',
        by: 'ip',
        atMost: { amount: '5.001', currency: 'EUR' },
        withinMinutes: 1,
      },
      '.atMost.amount must be an amount of EUR as text',
    ],
    [{ kind: 'amount', currency: 'EUR' }, ' needs atMost or atLeast'],
    [{ kind: 'amount', currency: 'EURO', atMost: '1' }, '.currency must be a currency'],
    [{ kind: 'amount', currency: 'JPY', atLeast: '1.50' }, '.atLeast must be an amount of JPY'],
  ])('with a rule %o: %s', (rule, fault) => {
    expect(faultsOfRule(rule)).toEqual([expect.stringContaining(`risk.rules[0]${fault}`)])
  })

  it('report all faults at once', () => {
    expect(riskFaults({ rules: Array(30).fill({ kind: 'none' }) })).toHaveLength(30)
  })
})
