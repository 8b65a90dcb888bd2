-- 3-D Secure authentications, and what a payment must keep secret while it waits for one.
ALTER TABLE payment ADD COLUMN authentication_id TEXT;

CREATE TABLE authentication (
  id TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL REFERENCES payment (id),
  entity_id TEXT NOT NULL,
  state TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;

CREATE TABLE confidential (
  payment_id TEXT NOT NULL PRIMARY KEY REFERENCES payment (id),
  entity_id TEXT NOT NULL,
  key_id TEXT NOT NULL REFERENCES vault_key (id),
  sealed TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;
