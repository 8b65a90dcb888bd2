-- Which keys card numbers are sealed under, for a period each. The keys themselves are not in the database.
CREATE TABLE number_key (
  id TEXT NOT NULL PRIMARY KEY,
  period_from_ms INTEGER NOT NULL,
  ends_at_ms INTEGER,
  destroyed_at_ms INTEGER,
  version INTEGER NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    period_from_ms BETWEEN 0 AND 9007199254740991
    AND ends_at_ms BETWEEN 0 AND 9007199254740991
    AND destroyed_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
-- Numbers that were sealed before have no such key: they are sealed anew.
INSERT INTO number_key (id, period_from_ms, version)
SELECT 'lasting', 0, 1 WHERE EXISTS (SELECT 1 FROM vault_record);
