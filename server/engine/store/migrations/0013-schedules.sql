-- Subscriptions: payments that registrations make at the times of a plan.
CREATE TABLE schedule (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  registration_id TEXT NOT NULL,
  chain_id TEXT NOT NULL,
  state TEXT NOT NULL,
  end_reason TEXT,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  request TEXT NOT NULL,
  starts_at_ms INTEGER NOT NULL,
  ends_at_ms INTEGER,
  next_run_at_ms INTEGER,
  last_run_at_ms INTEGER,
  last_payment_id TEXT,
  run_state TEXT NOT NULL,
  retry_at_ms INTEGER,
  retries INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_number CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND starts_at_ms BETWEEN 0 AND 9007199254740991
    AND ends_at_ms BETWEEN 0 AND 9007199254740991
    AND next_run_at_ms BETWEEN 0 AND 9007199254740991
    AND last_run_at_ms BETWEEN 0 AND 9007199254740991
    AND retry_at_ms BETWEEN 0 AND 9007199254740991
    AND retries BETWEEN 0 AND 9007199254740991
    AND runs BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;

CREATE INDEX schedule_by_registration ON schedule (registration_id, id);
CREATE INDEX schedule_by_chain ON schedule (chain_id);
