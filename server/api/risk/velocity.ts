import type { CountedBy, RiskSettings, VelocityRule } from '../../wire/entities/risk-settings.ts'
import type { RiskFacts } from './facts.ts'

/** What somebody is counted by; `undefined`: it is not known of this payment. */
export function countedValue(by: CountedBy, facts: RiskFacts): string | undefined {
  switch (by) {
    case 'card':
      return facts.fingerprint
    case 'email':
      return facts.email
    case 'ip':
      return facts.ip
    case 'channel':
      return 'all'
  }
}

export function velocityRules({ rules }: RiskSettings): readonly VelocityRule[] {
  return rules.filter((rule) => rule.kind === 'velocity')
}

/** In which currency a rule adds up; those that only count do not care. */
export function currencyOf({ atMost }: VelocityRule, facts: RiskFacts): string {
  return 'currency' in atMost ? atMost.currency : facts.amount.currency
}

/** First moment of a rule's window, in milliseconds. */
export function windowStart({ withinMinutes }: VelocityRule, nowMs: number): number {
  return nowMs - withinMinutes * 60_000
}
