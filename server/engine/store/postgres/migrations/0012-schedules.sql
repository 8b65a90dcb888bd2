-- Subscriptions: payments that registrations make at the times of a plan.
CREATE TABLE schedule (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  registration_id TEXT COLLATE "C" NOT NULL,
  chain_id TEXT COLLATE "C" NOT NULL,
  state TEXT NOT NULL,
  end_reason TEXT,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  request TEXT NOT NULL,
  starts_at_ms BIGINT NOT NULL,
  ends_at_ms BIGINT,
  next_run_at_ms BIGINT,
  last_run_at_ms BIGINT,
  last_payment_id TEXT COLLATE "C",
  run_state TEXT NOT NULL,
  retry_at_ms BIGINT,
  retries BIGINT NOT NULL,
  runs BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z]{3}$'),
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
) WITH (fillfactor = 80);

CREATE INDEX schedule_by_registration ON schedule (registration_id, id);
CREATE INDEX schedule_by_chain ON schedule (chain_id);
