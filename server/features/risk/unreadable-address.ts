import type { RiskRule } from '../../entities/risk-settings.ts'
import type { RiskFacts } from './facts.ts'

/**
 * What a `customer.ip` that is no address adds to the score of a channel whose rules look at addresses: they
 * cannot be applied to it. Only the profile `legacy` takes such a text.
 */
export const UNREADABLE_ADDRESS_SCORE = 50

/** What is added, with a sentence for the trace; nothing where every address was read, or no rule looks at one. */
export function unreadableAddress(
  rules: readonly RiskRule[],
  { hasUnreadableIp }: Pick<RiskFacts, 'hasUnreadableIp'>,
): { readonly score: number; readonly says: readonly string[] } {
  const isLookedAt = rules.some((rule) => 'by' in rule && rule.by === 'ip')
  if (!hasUnreadableIp || !isLookedAt) return { score: 0, says: [] }
  const says = `customer.ip is no address; adds ${UNREADABLE_ADDRESS_SCORE} to the score`
  return { score: UNREADABLE_ADDRESS_SCORE, says: [says] }
}
