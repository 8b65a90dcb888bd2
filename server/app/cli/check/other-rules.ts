import { type Rule, type RuleSource, ruleOf } from '../../../cli/check-rule.ts'
import { SCOPES } from '../../../entities/token-limits.ts'
import { firstObjectIdAt, OBJECT_IDS_END } from '../../../kernel/ids.ts'
import { MAX_STEP_MS } from '../../../kernel/timers/clock-guard.ts'

const entityRule = ruleOf('entity')
const idempotencyRule = ruleOf('idempotency')
const quotaRule = ruleOf('quota')
const timerRule = ruleOf('timer')

const RANK = (alias: string) => `CASE ${alias}.kind WHEN 'psp' THEN 1 WHEN 'division' THEN 2
  WHEN 'merchant' THEN 3 ELSE 4 END`

/** PSP, division, merchant, channel: each below one of a higher kind. */
export const entityRules: RuleSource = {
  from: 'entity e LEFT JOIN entity a ON a.id = e.parent_id',
  id: 'e.id',
  rules: [
    entityRule(
      'stands below an entity that is not there',
      'e.parent_id IS NOT NULL AND a.id IS NULL',
    ),
    entityRule(
      'stands below an entity of the same or a lower kind',
      `a.id IS NOT NULL AND ${RANK('a')} >= ${RANK('e')}`,
    ),
  ],
}

/** Compares due work with its subject. A checkout's id is a credential: only the kind is shown. */
export const timerRules: RuleSource = {
  from: `timer d LEFT JOIN payment p
      ON d.kind IN (
          'paymentRecovery', 'pendingPayment', 'takenPayment', 'authentication', 'holdExpiry')
        AND p.id = d.subject_id
    LEFT JOIN checkout c ON d.kind = 'checkoutExpiry' AND c.id = d.subject_id
    LEFT JOIN registration g ON d.kind = 'registrationExpiry' AND g.id = d.subject_id
    LEFT JOIN schedule s ON d.kind = 'scheduleRun' AND s.id = d.subject_id
    LEFT JOIN dispute i
      ON d.kind IN ('disputeDeadline', 'disputeEvidence') AND i.id = d.subject_id
    LEFT JOIN settlement_file f ON d.kind = 'filedChargebacks' AND f.id = d.subject_id
    LEFT JOIN reconciliation_target r
      ON d.kind = 'reconciliationDelivery' AND r.entity_id = d.subject_id`,
  id: `d.kind || ' ' || substr(d.subject_id, 1, 12) || '…'`,
  rules: [
    timerRule(
      'is about something that is not there',
      `p.id IS NULL AND c.id IS NULL AND g.id IS NULL AND s.id IS NULL
        AND i.id IS NULL AND f.id IS NULL AND r.entity_id IS NULL
        AND d.kind NOT IN ('numberRetention', 'acquirerEvent', 'mail')`,
    ),
    timerRule(
      'asks for the outcome of a payment that has one',
      `p.state <> CASE d.kind WHEN 'pendingPayment' THEN 'pending' WHEN 'takenPayment' THEN 'taken'
        WHEN 'authentication' THEN 'authenticating' WHEN 'holdExpiry' THEN p.state
        ELSE 'intent' END`,
    ),
    timerRule(
      'waits for the expiry of a payment that does not expire',
      `d.kind = 'holdExpiry' AND p.expires_at_ms IS NULL`,
    ),
    timerRule('is to end a registration that has ended', `g.state <> 'active'`),
    timerRule('is to pay for a schedule that has ended', `s.state NOT IN ('active', 'paused')`),
    timerRule(
      'follows the clock of another channel than what it is about',
      `d.entity_id IS NOT NULL
        AND d.entity_id <> coalesce(p.entity_id, c.entity_id, g.entity_id, s.entity_id,
          i.entity_id, r.entity_id)`,
    ),
  ],
}

/** Rows whose ids have the time of the process that made them, whatever clock their channel has. */
const MADE_BY_TIME = ['payment', 'registration', 'schedule', 'dispute'] as const

/**
 * Rows from the future, and a clock that is doubted (R-CLK-2). By the ids, which an index finds and which no clock of
 * a channel moves; and by their time, because the ids of a process whose clock was set back go on from the later time.
 */
export function clockRules(nowMs: number): readonly RuleSource[] {
  const limitMs = nowMs + MAX_STEP_MS
  const firstId = firstObjectIdAt(limitMs)
  const isLater = `created_at_ms > ${limitMs}`
  const rows = MADE_BY_TIME.map((table) => ({
    from: table,
    id: 'id',
    rules: [fromTheFuture(table, `id >= '${firstId}' AND id < '${OBJECT_IDS_END}' AND ${isLater}`)],
  }))
  const keys = ['vault_key', 'entity', 'admin_user'].map((table) => ({
    from: table,
    id: 'id',
    rules: [fromTheFuture(table, isLater)],
  }))
  return [...rows, ...keys, installationRules(limitMs)]
}

function fromTheFuture(table: string, broken: string): Rule {
  const what = 'was made later than now: the clock is behind, or was ahead then'
  return { table, what, broken, severity: 'review' }
}

function installationRules(limitMs: number): RuleSource {
  const table = 'installation'
  return {
    from: table,
    id: 'id',
    rules: [
      {
        table,
        what: 'holds due work back, because the clock may be wrong: see tillgate clock confirm',
        broken: 'clock_held_at_ms IS NOT NULL',
        severity: 'review',
      },
      fromTheFuture(table, `clock_seen_at_ms > ${limitMs}`),
    ],
  }
}

/** A key is the merchant's own text, so the payment is shown instead. */
export const idempotencyRules: RuleSource = {
  from: `idempotency i LEFT JOIN payment p ON p.id = i.payment_id`,
  id: 'i.payment_id',
  rules: [
    idempotencyRule(
      'is the payment of an answer and is not there',
      'i.payment_id IS NOT NULL AND p.id IS NULL',
    ),
  ],
}

/** A key may contain the name that is counted: the log of a check shows only its beginning. */
export const quotaRules: RuleSource = {
  from: 'quota q',
  id: `substr(q.key, 1, 12) || '…'`,
  rules: [
    quotaRule('is used less than zero times or above its limit', 'q.used < 0 OR q.used > q.most'),
  ],
}

const tokenRule = ruleOf('access_token')

/** Each choice of scopes as it is stored. */
const SCOPE_CHOICES = SCOPES.reduce<readonly (readonly string[])[]>(
  (choices, scope) => [...choices, ...choices.map((choice) => [...choice, scope])],
  [[]],
)
  .filter((choice) => choice.length > 0)
  .map((choice) => `'${choice.join(' ')}'`)

/** Its hash opens nothing. */
export const tokenRules: RuleSource = {
  from: 'access_token t',
  id: 't.hash',
  rules: [
    tokenRule(
      'has no scope, or one that there is not: it is refused',
      `t.scopes NOT IN (${SCOPE_CHOICES.join(', ')})`,
    ),
    tokenRule('ended before it was made', 't.expires_at_ms <= t.created_at_ms'),
  ],
}
