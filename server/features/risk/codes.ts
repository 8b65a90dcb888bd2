import type { BlockedBy, CountedBy, RiskRule, VelocityRule } from '../../entities/risk-settings.ts'
import type { RiskFacts } from './facts.ts'

/** The score is too high: "declined by the risk system". */
export const SCORE_REFUSED = '100.400.319'
/** The score requires a review: "approved, but fraud is suspected". */
export const SCORE_REVIEW = '000.400.000'
/** The provider refuses. */
export const PROVIDER_REFUSED = '100.380.100'
/** The provider cannot be reached, and that is not accepted. */
export const PROVIDER_UNREACHABLE = '000.400.200'
/**
 * The provider cannot be reached, and a person has to check: "approved although a needed service
 * was down".
 */
export const PROVIDER_UNREACHABLE_REVIEW = '000.400.080'
/** `risk.amount` is no amount of the payment's currency. */
export const RISK_AMOUNT_MALFORMED = '100.550.603'

const OF_BLOCK_LIST: Readonly<Record<BlockedBy, string>> = {
  card: '800.200.160',
  bin: '800.300.401',
  email: '800.300.200',
  ip: '800.300.301',
  country: '800.300.102',
}

/** The code of a payment that is refused because a person has blocked its card or customer. */
export function codeOfBlock(kind: 'card' | 'email'): string {
  return OF_BLOCK_LIST[kind]
}

const OF_COUNT: Readonly<Record<CountedBy, string>> = {
  card: '800.120.101',
  ip: '800.120.102',
  email: '800.120.103',
  channel: '800.120.401',
}

const OF_VOLUME: Readonly<Record<CountedBy, string>> = {
  card: '800.120.201',
  ip: '800.120.202',
  email: '800.120.203',
  channel: '800.120.200',
}

/** The catalogue's code for a refusal by a rule, unless the rule names its own. */
export function codeOfRule(rule: RiskRule, facts: RiskFacts): string {
  if (rule.code !== undefined) return rule.code
  switch (rule.kind) {
    case 'block':
      return OF_BLOCK_LIST[rule.by]
    case 'velocity':
      return codeOfVelocity(rule)
    case 'amount':
      // "Risk amount too large", "amount outside the allowed ticket size".
      return facts.isRiskAmount ? '100.550.601' : '100.550.312'
    case 'holder':
      return '800.150.100'
  }
}

function codeOfVelocity({ by, atMost }: VelocityRule): string {
  return 'payments' in atMost ? OF_COUNT[by] : OF_VOLUME[by]
}
