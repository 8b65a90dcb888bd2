-- Accounts at providers that are set up here, and how providers call payments and stored payment details.
CREATE TABLE connector_account (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL REFERENCES entity (id),
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  environment TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  settings TEXT NOT NULL,
  sealed_credentials TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  CONSTRAINT valid_environment CHECK (environment = 'test' OR environment = 'live'),
  CONSTRAINT valid_state CHECK (state = 'active' OR state = 'disabled'),
  CONSTRAINT valid_created_at_ms CHECK (created_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_updated_at_ms CHECK (updated_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_slot CHECK (slot BETWEEN 1 AND 50)
) STRICT;

CREATE UNIQUE INDEX connector_account_slot ON connector_account (entity_id, slot);

CREATE TABLE provider_reference (
  value TEXT NOT NULL,
  kind TEXT NOT NULL,
  connector TEXT NOT NULL,
  payment_id TEXT,
  registration_id TEXT,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (value, kind, connector),
  CONSTRAINT valid_created_at_ms CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;

CREATE INDEX provider_reference_payment ON provider_reference (payment_id)
  WHERE payment_id IS NOT NULL;
CREATE INDEX provider_reference_registration ON provider_reference (registration_id)
  WHERE registration_id IS NOT NULL;
