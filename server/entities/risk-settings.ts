/** Interface document, risk.score. */
export const MAX_RISK_SCORE = 99_999

/** Longest window of a velocity rule, in minutes; counted attempts are kept as long. */
export const MAX_WINDOW_MINUTES = 30 * 24 * 60

/** What a channel checks of its payments before they are sent to a connector (decisions §11). */
export interface RiskSettings {
  /** In order: of several that refuse, the first one gives the code. At most 100. */
  readonly rules: readonly RiskRule[]
  /** A score of so much or more is refused. Scores run from -99999 to 99999; more is riskier. */
  readonly refuseFromScore?: number
  /** A score of so much or more is approved for a review by hand. */
  readonly reviewFromScore?: number
  readonly provider?: RiskProviderSettings
}

/** An external provider whose score is added to that of the rules. */
export interface RiskProviderSettings {
  readonly name: string
  /** How long the payment waits for its answer, in milliseconds: 10 to 10,000; 2,000 by default. */
  readonly timeoutMs?: number
  /** What happens to a payment without an answer of the provider; `review` by default. */
  readonly whenUnreachable?: WhenUnreachable
}

export type WhenUnreachable = 'pass' | 'review' | 'refuse'

export type RiskRule = BlockRule | VelocityRule | AmountRule | HolderRule

interface AnyRule {
  /** Its name in a trace. */
  readonly name?: string
  /** `refuse`, or what a hit adds to the score; a negative score reduces it. */
  readonly effect: 'refuse' | { readonly score: number }
  /** Replaces the result code of a refusal by this kind of rule. */
  readonly code?: string
}

/** Hits what is on a list. */
export interface BlockRule extends AnyRule {
  readonly kind: 'block'
  readonly by: BlockedBy
  /**
   * Fingerprints of cards; first digits of their numbers, six or eight; e-mails, or `@` and a domain;
   * IP addresses or ranges (`192.0.2.0/24`); countries of two letters. At most 5,000.
   */
  readonly values: readonly string[]
}

export type BlockedBy = 'card' | 'bin' | 'email' | 'ip' | 'country'

/** Hits when there are more attempts to pay, or a higher sum of attempts, than `atMost` within a time. */
export interface VelocityRule extends AnyRule {
  readonly kind: 'velocity'
  readonly by: CountedBy
  /** Includes the current payment. A sum counts one currency only. */
  readonly atMost:
    | { readonly payments: number }
    | { readonly amount: string; readonly currency: string }
  /** 1 to 43,200 (30 days). */
  readonly withinMinutes: number
}

/** `channel`: all payments of it together. */
export type CountedBy = 'card' | 'email' | 'ip' | 'channel'

/** Hits amounts of one currency outside a range. */
export interface AmountRule extends AnyRule {
  readonly kind: 'amount'
  readonly currency: string
  /** As the wire writes amounts: `1000.00`. */
  readonly atMost?: string
  readonly atLeast?: string
}

/** Hits when the card holder's name does not fit the customer's name. */
export interface HolderRule extends AnyRule {
  readonly kind: 'holder'
}
