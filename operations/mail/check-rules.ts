import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const mailRule = ruleOf('mail')

/** Mails, compared with the timers that deliver them. */
export const mailRules: RuleSource = {
  from: `mail m LEFT JOIN timer d ON d.kind = 'mail' AND d.subject_id = m.merchant_id || ' ' || m.id`,
  id: 'm.id',
  rules: [
    mailRule('waits to be sent and has no timer', `m.state = 'waiting' AND d.kind IS NULL`),
    {
      ...mailRule('was given up: the mail server has not taken it', `m.state = 'givenUp'`),
      severity: 'review',
    },
  ],
}
