-- Late failures.
ALTER TABLE payment ADD COLUMN failed_later_at_ms INTEGER
  CONSTRAINT valid_failed_later_at_ms CHECK (failed_later_at_ms BETWEEN 0 AND 9007199254740991);
