-- CHECKs that list the words of a column go where the list grows with new features: each new word would
-- build its table anew. The types of the program keep these lists. Nothing but vault_record refers to
-- any of the tables; foreign keys are off here, and migrate checks them all before it commits.
CREATE TABLE timer_rebuilt (
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  entity_id TEXT,
  due_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id),
  CONSTRAINT valid_attempts CHECK (attempts BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;

INSERT INTO timer_rebuilt (
  kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version
)
SELECT kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version FROM timer
WHERE note_row('timer', (SELECT count(*) FROM timer));

DROP TABLE timer;
ALTER TABLE timer_rebuilt RENAME TO timer;

CREATE INDEX timer_due ON timer (due_at_ms);

CREATE TABLE checkout_rebuilt (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  state TEXT NOT NULL,
  payment_id TEXT,
  registration_id TEXT,
  request TEXT NOT NULL,
  integrity TEXT,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT;

INSERT INTO checkout_rebuilt (
  id, entity_id, state, payment_id, registration_id, request, integrity,
  created_at_ms, expires_at_ms, updated_at_ms, version
)
SELECT id, entity_id, state, payment_id, registration_id, request, integrity,
  created_at_ms, expires_at_ms, updated_at_ms, version
FROM checkout WHERE note_row('checkout', (SELECT max(rowid) FROM checkout)) ORDER BY rowid;

DROP TABLE checkout;
ALTER TABLE checkout_rebuilt RENAME TO checkout;

CREATE TABLE registration_rebuilt (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  payment_brand TEXT NOT NULL,
  vault_record_id TEXT,
  fingerprint TEXT,
  deduplicated INTEGER NOT NULL,
  payment_id TEXT,
  merchant_transaction_id TEXT,
  details TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_deduplicated CHECK (deduplicated = 0 OR deduplicated = 1),
  CONSTRAINT valid_sealed CHECK (vault_record_id IS NULL OR state = 'active'),
  CONSTRAINT valid_fingerprint CHECK (fingerprint IS NULL OR vault_record_id IS NOT NULL),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT;

INSERT INTO registration_rebuilt (
  id, entity_id, state, result_code, payment_brand, vault_record_id, fingerprint, deduplicated,
  payment_id, merchant_transaction_id, details, created_at_ms, updated_at_ms, expires_at_ms, version
)
SELECT id, entity_id, state, result_code, payment_brand, vault_record_id, fingerprint, deduplicated,
  payment_id, merchant_transaction_id, details, created_at_ms, updated_at_ms, expires_at_ms, version
FROM registration WHERE note_row('registration', (SELECT max(rowid) FROM registration))
ORDER BY rowid;

DROP TABLE registration;
ALTER TABLE registration_rebuilt RENAME TO registration;

CREATE INDEX registration_of_number ON registration (entity_id, fingerprint)
  WHERE state = 'active' AND fingerprint IS NOT NULL;
CREATE INDEX registration_by_time ON registration (entity_id, created_at_ms, id);
-- The last step of a deleted one is its deletion.
CREATE INDEX registration_by_deletion ON registration (entity_id, updated_at_ms, id)
  WHERE state = 'deleted';
CREATE INDEX registration_by_merchant_reference ON registration (merchant_transaction_id)
  WHERE merchant_transaction_id IS NOT NULL;
CREATE UNIQUE INDEX registration_of_sole_number
  ON registration (entity_id, payment_brand, fingerprint)
  WHERE deduplicated = 1 AND fingerprint IS NOT NULL;

CREATE TABLE vault_key_rebuilt (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT,
  purpose TEXT NOT NULL,
  wrapped TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

INSERT INTO vault_key_rebuilt (id, entity_id, purpose, wrapped, created_at_ms)
SELECT id, entity_id, purpose, wrapped, created_at_ms FROM vault_key ORDER BY rowid;

DROP TABLE vault_key;
ALTER TABLE vault_key_rebuilt RENAME TO vault_key;

-- One key per entity and purpose, also when two first payments of an entity race to make it.
-- The leading flag keeps the keys of the installation apart from an entity with an empty id.
CREATE UNIQUE INDEX vault_key_purpose
  ON vault_key (entity_id IS NULL, ifnull(entity_id, ''), purpose);

CREATE TABLE posting_rebuilt (
  number INTEGER PRIMARY KEY,
  family_id TEXT NOT NULL,
  payment_id TEXT NOT NULL REFERENCES payment (id),
  account TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  CONSTRAINT valid_amount CHECK (amount_minor BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

INSERT INTO posting_rebuilt (
  number, family_id, payment_id, account, amount_minor, currency, at_ms
)
SELECT number, family_id, payment_id, account, amount_minor, currency, at_ms
FROM posting WHERE note_row('posting', (SELECT max(number) FROM posting)) ORDER BY number;

SELECT note_step('the old table is dropped');
DROP TABLE posting;
ALTER TABLE posting_rebuilt RENAME TO posting;

SELECT note_step('index posting_family is built');
CREATE INDEX posting_family ON posting (family_id);

CREATE TRIGGER posting_unchanged BEFORE UPDATE ON posting
BEGIN SELECT RAISE(ABORT, 'postings are append only'); END;
CREATE TRIGGER posting_kept BEFORE DELETE ON posting
BEGIN SELECT RAISE(ABORT, 'postings are append only'); END;
