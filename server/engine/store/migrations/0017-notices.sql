-- What webhooks are to hear, as the commits of the changes write it: one tree, to which they append.
CREATE TABLE notice (
  webhook_id TEXT NOT NULL,
  order_key TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  action TEXT,
  entity_id TEXT NOT NULL,
  body TEXT,
  due_at_ms INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, order_key, subject_id, sequence, id),
  CONSTRAINT valid_sequence CHECK (sequence BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991 AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
