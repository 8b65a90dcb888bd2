-- Mails that are delivered beside requests, and which of them people want.
ALTER TABLE admin_user ADD COLUMN mail_language TEXT;

ALTER TABLE admin_user ADD COLUMN unwanted_mails TEXT NOT NULL DEFAULT '';

CREATE TABLE mail (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  language TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  facts TEXT NOT NULL,
  expires_at_ms INTEGER,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  reply TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_expires_at_ms CHECK (expires_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_attempts CHECK (attempts BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_created_at_ms CHECK (created_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_updated_at_ms CHECK (updated_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991)
) STRICT;

CREATE INDEX mail_newest ON mail (entity_id, id);
CREATE INDEX mail_subject ON mail (subject_id, id);
