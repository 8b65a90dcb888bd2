-- Where a channel keeps each number once, the table does too, under any concurrency. What was stored
-- before takes no part: there may be several of a number.
ALTER TABLE registration ADD COLUMN deduplicated BOOLEAN NOT NULL DEFAULT FALSE;

CREATE UNIQUE INDEX registration_of_sole_number
  ON registration (entity_id, payment_brand, fingerprint)
  WHERE deduplicated AND fingerprint IS NOT NULL;
