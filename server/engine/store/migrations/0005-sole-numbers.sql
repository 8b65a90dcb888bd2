-- Where a channel keeps each number once, the table does too, under any concurrency. What was stored
-- before takes no part: there may be several of a number.
ALTER TABLE registration ADD COLUMN deduplicated INTEGER NOT NULL DEFAULT 0
  CONSTRAINT valid_deduplicated CHECK (deduplicated = 0 OR deduplicated = 1);

CREATE UNIQUE INDEX registration_of_sole_number
  ON registration (entity_id, payment_brand, fingerprint)
  WHERE deduplicated = 1 AND fingerprint IS NOT NULL;
