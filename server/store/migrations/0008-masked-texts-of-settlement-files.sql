-- When the card numbers were taken out of texts of settlement files that versions before kept; null: not yet.
ALTER TABLE installation ADD COLUMN texts_masked_at_ms INTEGER
  CONSTRAINT valid_texts_masked_at_ms CHECK (texts_masked_at_ms BETWEEN 0 AND 9007199254740991);
