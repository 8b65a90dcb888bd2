-- One row: what processes know of the database as a whole.
CREATE TABLE installation (
  id TEXT COLLATE "C" PRIMARY KEY,
  environment TEXT,
  clock_seen_at_ms BIGINT NOT NULL,
  clock_held_at_ms BIGINT,
  version BIGINT NOT NULL,
  CONSTRAINT valid_environment CHECK (environment = 'live'),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    clock_seen_at_ms BETWEEN 0 AND 9007199254740991
    AND clock_held_at_ms BETWEEN 0 AND 9007199254740991
  )
);
