import type { RuleSource } from './rule.ts'

const RANK = (alias: string) => `CASE ${alias}.kind WHEN 'psp' THEN 1 WHEN 'division' THEN 2
  WHEN 'merchant' THEN 3 ELSE 4 END`

/** PSP, division, merchant, channel: each below one of a higher kind. */
export const entityRules: RuleSource = {
  from: 'entity e LEFT JOIN entity a ON a.id = e.parent_id',
  id: 'e.id',
  rules: [
    {
      table: 'entity',
      what: 'stands below an entity that is not there',
      broken: 'e.parent_id IS NOT NULL AND a.id IS NULL',
    },
    {
      table: 'entity',
      what: 'stands below an entity of the same or a lower kind',
      broken: `a.id IS NOT NULL AND ${RANK('a')} >= ${RANK('e')}`,
    },
  ],
}

/** Due work beside what it is about. A checkout's id is a credential: only the kind is shown. */
export const timerRules: RuleSource = {
  from: `timer d LEFT JOIN payment p
      ON d.kind IN ('paymentRecovery', 'pendingPayment') AND p.id = d.subject_id
    LEFT JOIN checkout c ON d.kind = 'checkoutExpiry' AND c.id = d.subject_id
    LEFT JOIN registration g ON d.kind = 'registrationExpiry' AND g.id = d.subject_id`,
  id: `d.kind || ' ' || substr(d.subject_id, 1, 12) || '…'`,
  rules: [
    {
      table: 'timer',
      what: 'is about something that is not there',
      broken: 'p.id IS NULL AND c.id IS NULL AND g.id IS NULL',
    },
    {
      table: 'timer',
      what: 'asks for the outcome of a payment that has one',
      broken: `p.state <> CASE d.kind WHEN 'pendingPayment' THEN 'pending' ELSE 'intent' END`,
    },
    {
      table: 'timer',
      what: 'is to end a registration that has ended',
      broken: `g.state <> 'active'`,
    },
    {
      table: 'timer',
      what: 'follows the clock of another channel than what it is about',
      broken: `d.entity_id IS NOT NULL
        AND d.entity_id <> coalesce(p.entity_id, c.entity_id, g.entity_id)`,
    },
  ],
}

/** A key is the merchant's own text: the payment is shown. */
export const idempotencyRules: RuleSource = {
  from: `idempotency i LEFT JOIN payment p ON p.id = i.payment_id`,
  id: 'i.payment_id',
  rules: [
    {
      table: 'idempotency',
      what: 'is the payment of an answer and is not there',
      broken: 'i.payment_id IS NOT NULL AND p.id IS NULL',
    },
  ],
}
