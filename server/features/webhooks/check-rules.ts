import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const webhookRule = ruleOf('webhook')
const noticeRule = ruleOf('notice')
const deliveryRule = ruleOf('delivery')
const attemptRule = ruleOf('delivery_attempt')

/** Webhooks belong to entities; a deleted one keeps no secret. */
export const webhookRules: RuleSource = {
  from: 'webhook w LEFT JOIN entity e ON e.id = w.entity_id',
  id: 'w.id',
  rules: [
    webhookRule('belongs to an entity that is not there', 'e.id IS NULL'),
    webhookRule(
      'keeps its secrets although it is deleted',
      `w.state = 'deleted' AND w.sealed_secrets <> ''`,
    ),
  ],
}

/** What becomes deliveries: compared with their webhook and their subject. */
export const noticeRules: RuleSource = {
  from: `notice n LEFT JOIN webhook w ON w.id = n.webhook_id
    LEFT JOIN payment p ON n.type IN ('PAYMENT', 'RISK', 'HOLD') AND p.id = n.subject_id`,
  id: 'n.id',
  rules: [
    noticeRule('is for a webhook that is not there', 'w.id IS NULL'),
    noticeRule(
      'is of a payment that is not there or of another channel',
      `n.type IN ('PAYMENT', 'RISK', 'HOLD') AND (p.id IS NULL OR p.entity_id <> n.entity_id)`,
    ),
  ],
}

/** Compares deliveries with their webhook, their subject and their attempts. */
export const deliveryRules: RuleSource = {
  from: `delivery v LEFT JOIN webhook w ON w.id = v.webhook_id
    LEFT JOIN payment p ON v.type IN ('PAYMENT', 'RISK', 'HOLD') AND v.kind = 'webhook' AND p.id = v.subject_id
    LEFT JOIN (
      SELECT delivery_id, count(*) AS made FROM delivery_attempt GROUP BY delivery_id
    ) AS a ON a.delivery_id = v.id`,
  id: 'v.id',
  rules: [
    deliveryRule(
      'goes to a webhook that is not there',
      'v.webhook_id IS NOT NULL AND w.id IS NULL',
    ),
    deliveryRule(
      'goes to no webhook and no address, or to both',
      '(v.webhook_id IS NULL) = (v.url IS NULL)',
    ),
    deliveryRule(
      'waits in a queue of another webhook',
      'v.webhook_id IS NOT NULL AND v.queue <> v.webhook_id',
    ),
    deliveryRule(
      'reports a payment that is not there or of another channel',
      `v.type IN ('PAYMENT', 'RISK', 'HOLD') AND v.kind = 'webhook'
        AND (p.id IS NULL OR p.entity_id <> v.entity_id)`,
    ),
    deliveryRule(
      'has another number of attempts than were written down',
      'v.attempts <> coalesce(a.made, 0)',
    ),
    deliveryRule(
      'counts as delivered although no call was made, or waits after more calls than there are',
      `v.state = 'delivered' AND v.attempts = 0 OR v.retries > v.attempts`,
    ),
  ],
}

/** Attempts are deleted with their delivery. */
export const attemptRules: RuleSource = {
  from: 'delivery_attempt t LEFT JOIN delivery v ON v.id = t.delivery_id',
  id: 't.delivery_id',
  rules: [attemptRule('is of a delivery that is not there', 'v.id IS NULL')],
}
