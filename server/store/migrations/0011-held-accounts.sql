-- Connector accounts that one person alone has changed.
ALTER TABLE connector_account ADD COLUMN held_until_ms INTEGER
  CONSTRAINT valid_held_until_ms CHECK (held_until_ms BETWEEN 0 AND 9007199254740991);
