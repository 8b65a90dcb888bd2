-- Which people know an access token, and when one of them last made it or was shown it.
ALTER TABLE access_token ADD COLUMN known_to TEXT NOT NULL DEFAULT '';
ALTER TABLE access_token ADD COLUMN shown_at_ms BIGINT
  CONSTRAINT valid_shown CHECK (shown_at_ms BETWEEN 0 AND 9007199254740991);
