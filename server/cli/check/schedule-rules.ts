import { type RuleSource, ruleOf } from './rule.ts'

const scheduleRule = ruleOf('schedule')

/** Compares schedules with their timer, their registration and their latest payment. */
export const scheduleRules: RuleSource = {
  from: `schedule s LEFT JOIN timer d ON d.kind = 'scheduleRun' AND d.subject_id = s.id
    LEFT JOIN registration g ON g.id = s.registration_id
    LEFT JOIN payment p ON p.id = s.last_payment_id`,
  id: 's.id',
  rules: [
    scheduleRule(
      'is active and has no timer of its next run',
      `s.state = 'active' AND d.subject_id IS NULL`,
    ),
    scheduleRule(
      'is due before its timer',
      // A claimed timer is later by its lease, and back when the run is done.
      `s.state = 'active' AND d.attempts = 0
        AND coalesce(s.next_run_at_ms, s.retry_at_ms) < d.due_at_ms`,
    ),
    scheduleRule(
      'is not active and has a run to come',
      `s.state <> 'active' AND (s.next_run_at_ms IS NOT NULL OR s.retry_at_ms IS NOT NULL)`,
    ),
    scheduleRule(
      'is active and has nothing to wait for',
      `s.state = 'active' AND s.next_run_at_ms IS NULL AND s.retry_at_ms IS NULL
        AND s.run_state <> 'waiting'`,
    ),
    scheduleRule(
      'is one of several active plans of its chain',
      `s.state = 'active' AND EXISTS (
        SELECT 1 FROM schedule o
        WHERE o.chain_id = s.chain_id AND o.state = 'active' AND o.id <> s.id)`,
    ),
    scheduleRule(
      'pays with a registration that is not there or is of another channel',
      'g.id IS NULL OR g.entity_id <> s.entity_id',
    ),
    scheduleRule(
      'names a payment that is not there or is of another channel',
      's.last_payment_id IS NOT NULL AND (p.id IS NULL OR p.entity_id <> s.entity_id)',
    ),
    scheduleRule(
      'waits for a payment that it does not name',
      `s.run_state = 'waiting' AND s.last_payment_id IS NULL`,
    ),
  ],
}
