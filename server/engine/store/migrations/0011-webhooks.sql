-- Webhooks, the calls that are due or were made to servers of merchants, and who sends them.
CREATE TABLE webhook (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  url TEXT NOT NULL,
  format TEXT NOT NULL,
  wrapper TEXT NOT NULL,
  types TEXT NOT NULL,
  fields TEXT NOT NULL,
  state TEXT NOT NULL,
  state_reason TEXT,
  sealed_secrets TEXT NOT NULL,
  failing_since_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    (failing_since_ms IS NULL OR failing_since_ms BETWEEN 0 AND 9007199254740991)
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_of_entity ON webhook (entity_id, created_at_ms, id) WHERE state <> 'deleted';

CREATE TABLE delivery (
  id TEXT NOT NULL PRIMARY KEY,
  webhook_id TEXT,
  queue TEXT NOT NULL,
  url TEXT,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  action TEXT,
  entity_id TEXT NOT NULL,
  order_key TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  state TEXT NOT NULL,
  due_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  body TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_counts CHECK (
    sequence BETWEEN 1 AND 9007199254740991
    AND attempts BETWEEN 0 AND 9007199254740991
    AND retries BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_due ON delivery (queue, due_at_ms, id) WHERE state = 'waiting';
-- The later calls of one order wait for the earlier ones.
CREATE INDEX delivery_order ON delivery (queue, order_key, subject_id) WHERE state = 'waiting';
CREATE INDEX delivery_log ON delivery (webhook_id, created_at_ms, id) WHERE webhook_id IS NOT NULL;

CREATE TABLE delivery_attempt (
  delivery_id TEXT NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER NOT NULL,
  status INTEGER,
  reason TEXT,
  answer TEXT,
  PRIMARY KEY (delivery_id, attempt),
  CONSTRAINT valid_attempt CHECK (attempt BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_status CHECK (status IS NULL OR status BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    at_ms BETWEEN 0 AND 9007199254740991 AND ended_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;

CREATE TABLE delivery_lease (
  queue TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (until_ms BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;
