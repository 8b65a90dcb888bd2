import {
  type CountedBy,
  MAX_WINDOW_MINUTES,
  type RiskSettings,
  type VelocityRule,
} from '../../entities/risk-settings.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { Change, SightingRow, SightingSum, Store } from '../../store/port.ts'
import type { RiskFacts } from './facts.ts'
import type { SumsForRules } from './findings.ts'

/** Of which payment, where and when. */
export interface AttemptContext {
  readonly entityId: string
  readonly paymentId: string
  readonly nowMs: number
}

type Hashing = Pick<Vault, 'keyedHash'>

/** Asks the store what every velocity rule needs; the same question only once. */
export async function sumsForRules(
  settings: RiskSettings,
  facts: RiskFacts,
  { entityId, nowMs }: AttemptContext,
  { store, vault }: { readonly store: Store; readonly vault: Hashing },
): Promise<SumsForRules> {
  const asked = new Map<string, Promise<SightingSum>>()
  const sumOfSubject = (rule: VelocityRule, subject: string): Promise<SightingSum> => {
    const sinceMs = windowStart(rule, nowMs)
    const currency = currencyOf(rule, facts)
    const question = `${subject} ${sinceMs} ${currency}`
    const sum =
      asked.get(question) ?? store.read.sightings(entityId, subject, Math.max(sinceMs, 0), currency)
    asked.set(question, sum)
    return sum
  }
  const sums = velocityRules(settings).map(async (rule) => {
    const subjects = subjectsOf(rule.by, facts, entityId, vault)
    const found = await Promise.all(subjects.map((subject) => sumOfSubject(rule, subject)))
    return found.length === 0 ? [] : [[rule, highestOf(found)] as const]
  })
  return new Map((await Promise.all(sums)).flat())
}

/**
 * What has to be remembered of an attempt to pay: whom the channel's velocity rules count. It is
 * written with the payment itself, whatever becomes of that.
 */
export function sightingsOf(
  settings: RiskSettings,
  facts: RiskFacts,
  { entityId, paymentId, nowMs }: AttemptContext,
  vault: Hashing,
): readonly SightingRow[] {
  const counted = new Set(velocityRules(settings).map(({ by }) => by))
  const subjects = [...counted].flatMap((by) => subjectsOf(by, facts, entityId, vault))
  const { minor: amountMinor, currency } = facts.amount
  return subjects.map((subject) => ({
    entityId,
    subject,
    paymentId,
    amountMinor,
    currency,
    atMs: nowMs,
  }))
}

/** Writes sightings with the first commit of their payment, and never again. */
export function sightingParticipant(rows: readonly SightingRow[]): CommitParticipant {
  const changes = rows.map((row): Change => ({ kind: 'appendSighting', row }))
  return {
    owner: 'risk',
    opened: () => changes,
    recorded: (_payment, wasOpened) => (wasOpened ? [] : changes),
  }
}

/** How many sets of 10,000 one run forgets: each is a commit that others wait for. */
const FORGOTTEN_SETS = 5

/**
 * Forgets sightings that no rule can look at any more, 50,000 at most: whatever is left is forgotten
 * by a later run. Any number of processes may do so at once. Rejects with the store.
 */
export async function forgetOldSightings(store: Store, nowMs: number): Promise<void> {
  const beforeMs = Math.max(nowMs - MAX_WINDOW_MINUTES * 60_000, 0)
  for (let set = 1; set <= FORGOTTEN_SETS; set++) {
    await store.commit([{ kind: 'deleteSightings', beforeMs }])
  }
}

/** Of several addresses, one that has paid too often is enough. */
function highestOf(sums: readonly SightingSum[]): SightingSum {
  return {
    count: Math.max(...sums.map(({ count }) => count)),
    amountMinor: Math.max(...sums.map(({ amountMinor }) => amountMinor)),
  }
}

/** Only hashes are kept, and those of two channels cannot be compared. */
function subjectsOf(
  by: CountedBy,
  facts: RiskFacts,
  entityId: string,
  vault: Hashing,
): readonly string[] {
  const values = countedValues(by, facts)
  if (by === 'channel') return values
  return values.map(
    (value) => `${by}:${vault.keyedHash(JSON.stringify(['sighting', entityId, by, value]))}`,
  )
}

/** What somebody is counted by; none: it is not known of this payment. */
export function countedValues(by: CountedBy, facts: RiskFacts): readonly string[] {
  switch (by) {
    case 'card':
      return facts.fingerprint === undefined ? [] : [facts.fingerprint]
    case 'email':
      return facts.email === undefined ? [] : [facts.email]
    case 'ip':
      return facts.ips
    case 'channel':
      return ['all']
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
