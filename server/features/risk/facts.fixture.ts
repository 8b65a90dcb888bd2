import type { BlockRule, RiskRule, VelocityRule } from '../../entities/risk-settings.ts'
import type { RiskFacts } from './facts.ts'

/** A card payment of 92.00 EUR by Jane Jones in Germany. */
export function factsOfJane(more: Partial<RiskFacts> = {}): RiskFacts {
  return {
    brand: 'VISA',
    amount: { minor: 9200, currency: 'EUR' },
    isRiskAmount: false,
    fingerprint: 'f'.repeat(64),
    bin: '42000000',
    email: 'jane@shop.example',
    ips: ['192.0.2.7'],
    hasUnreadableIp: false,
    countries: ['DE'],
    holder: 'Jane Jones',
    givenName: 'Jane',
    surname: 'Jones',
    ...more,
  }
}

/** The facts of a payment that has only a brand. */
export const nobody: RiskFacts = {
  brand: 'PAYPAL',
  amount: { minor: 9200, currency: 'EUR' },
  isRiskAmount: false,
  countries: [],
  ips: [],
  hasUnreadableIp: false,
}

export function block(
  by: BlockRule['by'],
  values: readonly string[],
  effect: RiskRule['effect'] = 'refuse',
): BlockRule {
  return { kind: 'block', by, values, effect }
}

/** A limit of payments within an hour. */
export function atMostPayments(by: VelocityRule['by'], payments: number): VelocityRule {
  return { kind: 'velocity', by, atMost: { payments }, withinMinutes: 60, effect: 'refuse' }
}

/** A limit of euros within a day. */
export function atMostEuros(by: VelocityRule['by'], amount: string): VelocityRule {
  const atMost = { amount, currency: 'EUR' }
  return { kind: 'velocity', by, atMost, withinMinutes: 24 * 60, effect: 'refuse' }
}
