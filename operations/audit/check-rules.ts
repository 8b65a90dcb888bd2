import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const rule = ruleOf('audit_entry')

/** The links of each chain; whether an entry has the hash of what it says is for `tillgate audit verify`. */
export const auditRules: RuleSource = {
  from: `audit_entry e LEFT JOIN audit_entry b
    ON b.root_id = e.root_id AND b.sequence = e.sequence - 1`,
  id: `e.root_id || ' ' || e.sequence`,
  rules: [
    rule(
      'follows on an entry of the audit log that is not there, or was changed',
      `e.previous_hash <> CASE WHEN e.sequence = 1 THEN '' ELSE coalesce(b.hash, '-') END`,
    ),
  ],
}
