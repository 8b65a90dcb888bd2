-- Schedules may be paused, may be past due, and look at the end of their card.
ALTER TABLE schedule
  ADD COLUMN pause_reason TEXT,
  ADD COLUMN past_due_since_ms BIGINT
    CHECK (past_due_since_ms BETWEEN 0 AND 9007199254740991),
  ADD COLUMN card_look_at_ms BIGINT
    CHECK (card_look_at_ms BETWEEN 0 AND 9007199254740991);

-- Those that run already look at their card before their next run.
UPDATE schedule SET card_look_at_ms = next_run_at_ms WHERE state = 'active';
