-- What an access token may do, until when, from where, and when it was last used.
ALTER TABLE access_token ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read pay refund administer';

ALTER TABLE access_token ADD COLUMN expires_at_ms BIGINT
  CONSTRAINT valid_expires_at_ms CHECK (expires_at_ms BETWEEN 0 AND 9007199254740991);

ALTER TABLE access_token ADD COLUMN addresses TEXT NOT NULL DEFAULT '';

ALTER TABLE access_token ADD COLUMN last_used_at_ms BIGINT
  CONSTRAINT valid_last_used_at_ms CHECK (last_used_at_ms BETWEEN 0 AND 9007199254740991);

-- Mails look for those that end soon.
CREATE INDEX access_token_ending ON access_token (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
