import {
  MAX_RISK_SCORE,
  type RiskRule,
  type RiskSettings,
  type WhenUnreachable,
} from '../../entities/risk-settings.ts'
import {
  codeOfBlock,
  codeOfRule,
  PROVIDER_REFUSED,
  PROVIDER_UNREACHABLE,
  PROVIDER_UNREACHABLE_REVIEW,
  SCORE_REFUSED,
  SCORE_REVIEW,
} from './codes.ts'
import type { RiskFacts } from './facts.ts'
import { findingOf, type SumsForRules } from './findings.ts'

/** A provider's answer. `silent`: it gave none, or none in time. */
export type ProviderAnswer =
  | { readonly kind: 'score'; readonly score: number }
  | { readonly kind: 'refused'; readonly code?: string }
  | { readonly kind: 'silent' }

/** The result of the risk check of a payment. */
export interface RiskJudgement {
  /** -99999 to 99999; more is riskier. */
  readonly score: number
  /** The payment is refused with this code. */
  readonly refusalCode?: string
  /** The payment may go on; its success has this code. */
  readonly reviewCode?: string
  /** One sentence for each rule and for the result. Holds no personal data. */
  readonly trace: readonly string[]
}

/** Applies every rule. Scores are added; the first rule that refuses sets the code. */
export function applyRules(
  settings: RiskSettings,
  facts: RiskFacts,
  sums: SumsForRules,
): RiskJudgement {
  const unread = unreadableAddress(settings.rules, facts)
  let { score } = unread
  let refusalCode: string | undefined
  const trace = [...unread.says]
  for (const [at, rule] of settings.rules.entries()) {
    const { isHit, says } = findingOf(rule, facts, sums)
    const effect = isHit ? effectOf(rule, facts) : undefined
    if (effect?.score !== undefined) score += effect.score
    refusalCode ??= effect?.code
    trace.push(`${rule.name ?? `Rule ${at + 1}`}: ${says}${effect ? `; ${effect.says}` : ''}`)
  }
  return judgement(score, trace, { refusalCode })
}

/** What a person has blocked, and for which entity. */
interface Blocked {
  readonly kind: 'card' | 'email'
  readonly blockedAt: string
  readonly entity: string
}

/** With a block, which refuses the payment whatever its rules say. */
export function withBlock(judged: RiskJudgement, block: Blocked | undefined): RiskJudgement {
  if (block === undefined) return judged
  const { kind, blockedAt, entity } = block
  const refusalCode = codeOfBlock(kind)
  const says = `Blocked by hand: the ${kind} is blocked at ${entity} since ${blockedAt}; refused with ${refusalCode}`
  return { ...judged, refusalCode, trace: [says, ...judged.trace] }
}

/** Adds the provider's answer, and compares the score with the channel's thresholds. */
export function conclude(
  settings: RiskSettings,
  judged: RiskJudgement,
  word?: ProviderAnswer,
): RiskJudgement {
  if (judged.refusalCode !== undefined) return judged
  const findings =
    word === undefined ? { says: [] } : providerFindings(word, settings.provider?.whenUnreachable)
  const score = clamped(judged.score + (findings.score ?? 0))
  const trace = [...judged.trace, ...findings.says]
  if (findings.refusalCode !== undefined) return judgement(score, trace, findings)
  const { refuseFromScore = Infinity, reviewFromScore = Infinity } = settings
  if (score >= refuseFromScore) {
    const says = `The score of ${score} reaches ${refuseFromScore}: refused with ${SCORE_REFUSED}`
    return judgement(score, [...trace, says], { refusalCode: SCORE_REFUSED })
  }
  if (score >= reviewFromScore) {
    const says = `The score of ${score} reaches ${reviewFromScore}: review, ${SCORE_REVIEW}`
    return judgement(score, [...trace, says], { reviewCode: SCORE_REVIEW })
  }
  return judgement(score, [...trace, `The score is ${score}: passed`], findings)
}

interface ProviderFindings {
  readonly score?: number
  readonly refusalCode?: string
  readonly reviewCode?: string
  readonly says: readonly string[]
}

function providerFindings(
  word: ProviderAnswer,
  whenUnreachable: WhenUnreachable = 'review',
): ProviderFindings {
  switch (word.kind) {
    case 'score':
      return { score: word.score, says: [`The provider adds ${word.score}`] }
    case 'refused': {
      const refusalCode = word.code ?? PROVIDER_REFUSED
      return { refusalCode, says: [`The provider says no: refused with ${refusalCode}`] }
    }
    case 'silent':
      return silentProviderFindings(whenUnreachable)
  }
}

function silentProviderFindings(whenUnreachable: WhenUnreachable): ProviderFindings {
  const silent = 'The provider gave no answer'
  switch (whenUnreachable) {
    case 'pass':
      return { says: [`${silent}: passed without`] }
    case 'review':
      return {
        reviewCode: PROVIDER_UNREACHABLE_REVIEW,
        says: [`${silent}: review, ${PROVIDER_UNREACHABLE_REVIEW}`],
      }
    case 'refuse':
      return {
        refusalCode: PROVIDER_UNREACHABLE,
        says: [`${silent}: refused with ${PROVIDER_UNREACHABLE}`],
      }
  }
}

function judgement(
  score: number,
  trace: readonly string[],
  {
    refusalCode,
    reviewCode,
  }: {
    readonly refusalCode?: string | undefined
    readonly reviewCode?: string | undefined
  },
): RiskJudgement {
  return {
    score: clamped(score),
    trace,
    ...(refusalCode === undefined ? {} : { refusalCode }),
    ...(reviewCode === undefined ? {} : { reviewCode }),
  }
}

function clamped(score: number): number {
  return Math.min(Math.max(score, -MAX_RISK_SCORE), MAX_RISK_SCORE)
}

function effectOf(
  rule: RiskRule,
  facts: RiskFacts,
): { readonly score?: number; readonly code?: string; readonly says: string } {
  if (rule.effect !== 'refuse') {
    const { score } = rule.effect
    return { score, says: `adds ${score} to the score` }
  }
  const code = codeOfRule(rule, facts)
  return { code, says: `refused with ${code}` }
}

/**
 * What a `customer.ip` that is no address adds to the score of a channel whose rules look at addresses: they
 * cannot be applied to it. Only the profile `legacy` takes such a text.
 */
const UNREADABLE_ADDRESS_SCORE = 50

/** What is added, with a sentence for the trace; nothing where every address was read, or no rule looks at one. */
function unreadableAddress(
  rules: readonly RiskRule[],
  { hasUnreadableIp }: Pick<RiskFacts, 'hasUnreadableIp'>,
): { readonly score: number; readonly says: readonly string[] } {
  const isLookedAt = rules.some((rule) => 'by' in rule && rule.by === 'ip')
  if (!hasUnreadableIp || !isLookedAt) return { score: 0, says: [] }
  const says = `customer.ip is no address; adds ${UNREADABLE_ADDRESS_SCORE} to the score`
  return { score: UNREADABLE_ADDRESS_SCORE, says: [says] }
}
