import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const scheduleRule = ruleOf('schedule')

/** Compares schedules with their timer, their registration and their latest payment. */
export const scheduleRules: RuleSource = {
  from: `schedule s LEFT JOIN timer d ON d.kind = 'scheduleRun' AND d.subject_id = s.id
    LEFT JOIN registration g ON g.id = s.registration_id
    LEFT JOIN payment p ON p.id = s.last_payment_id`,
  id: 's.id',
  rules: [
    scheduleRule(
      'goes on and has no timer of its next work',
      `s.state IN ('active', 'paused') AND d.subject_id IS NULL`,
    ),
    scheduleRule(
      'is due before its timer',
      // A claimed timer is later by its lease, and back when the run is done.
      `s.state = 'active' AND d.attempts = 0
        AND coalesce(s.next_run_at_ms, s.retry_at_ms) < d.due_at_ms`,
    ),
    scheduleRule(
      'has ended and has a run to come',
      `s.state NOT IN ('active', 'paused') AND (s.next_run_at_ms IS NOT NULL OR s.retry_at_ms IS NOT NULL)`,
    ),
    scheduleRule(
      'is active and has nothing to wait for',
      `s.state = 'active' AND s.next_run_at_ms IS NULL AND s.retry_at_ms IS NULL
        AND s.run_state <> 'waiting'`,
    ),
    scheduleRule(
      'is one of several plans of its chain that go on',
      `s.state IN ('active', 'paused') AND EXISTS (
        SELECT 1 FROM schedule o
        WHERE o.chain_id = s.chain_id AND o.state IN ('active', 'paused') AND o.id <> s.id)`,
    ),
    scheduleRule(
      'is paused without a reason, or has one and is not paused',
      `(s.state = 'paused') <> (s.pause_reason IS NOT NULL)`,
    ),
    scheduleRule(
      'waits to be paid again while it is paused',
      `s.state = 'paused' AND s.retry_at_ms IS NOT NULL`,
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
