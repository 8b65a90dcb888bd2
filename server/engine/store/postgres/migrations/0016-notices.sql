-- What webhooks are to hear, as the commits of the changes write it.
CREATE TABLE notice (
  webhook_id TEXT COLLATE "C" NOT NULL,
  order_key TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  type TEXT NOT NULL,
  action TEXT,
  entity_id TEXT COLLATE "C" NOT NULL,
  body TEXT,
  due_at_ms BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  PRIMARY KEY (webhook_id, order_key, subject_id, sequence, id),
  CONSTRAINT valid_sequence CHECK (sequence BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991 AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
);
