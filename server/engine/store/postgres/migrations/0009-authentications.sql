-- 3-D Secure authentications, and what a payment must keep secret while it waits for one.
ALTER TABLE payment ADD COLUMN authentication_id TEXT COLLATE "C";

CREATE TABLE authentication (
  id TEXT COLLATE "C" PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL REFERENCES payment (id),
  entity_id TEXT COLLATE "C" NOT NULL,
  state TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 80);

CREATE TABLE confidential (
  payment_id TEXT COLLATE "C" PRIMARY KEY REFERENCES payment (id),
  entity_id TEXT COLLATE "C" NOT NULL,
  key_id TEXT COLLATE "C" NOT NULL REFERENCES vault_key (id),
  sealed TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);
