import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const rule = ruleOf('payment')

/** Payments and their sealed numbers. */
export const NUMBERS = 'payment p JOIN vault_record v ON v.id = p.vault_record_id'

/** A registration keeps the number of the payment that has made it, or was paid with it. */
const HAS_OWN_NUMBER = `p.referenced_id IS NULL AND v.sealed <> ''
  AND p.details NOT LIKE '%"registrationId"%'`

/** The hour in which the number was stored, counted from 1970. */
export const STORED_HOUR = 'p.created_at_ms / 3600000'

const HAS_HOUR = `EXISTS (SELECT 1 FROM timer h WHERE h.kind = 'numberRetention'
  AND h.subject_id = p.entity_id || '.' || (${STORED_HOUR}))`

export const OF_DECLINED = `p.state = 'failed' AND ${HAS_OWN_NUMBER}`

export const WITHOUT_TIMER = `p.state <> 'failed' AND ${HAS_OWN_NUMBER} AND NOT ${HAS_HOUR}`

/** Numbers that nothing needs are not kept (PCI DSS 3.2.1, R-GONE-1). `tillgate numbers delete` mends both. */
export const numberRules: RuleSource = {
  from: NUMBERS,
  id: 'p.id',
  rules: [
    rule('was declined and keeps its number', OF_DECLINED),
    rule('keeps its number, and nothing will delete it', WITHOUT_TIMER),
  ],
}
