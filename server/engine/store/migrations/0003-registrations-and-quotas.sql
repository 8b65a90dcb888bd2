-- Built anew for the types RB, RI and 3D: a CHECK cannot be altered. Other tables refer to payment, so
-- that this runs with foreign keys off and migrate checks them all before it commits
-- (https://www.sqlite.org/lang_altertable.html, section 7).
CREATE TABLE payment_rebuilt (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  checkout_id TEXT,
  referenced_id TEXT REFERENCES payment (id),
  family_id TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  payment_brand TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  maximum_captures INTEGER,
  connector TEXT NOT NULL,
  vault_record_id TEXT,
  merchant_transaction_id TEXT,
  authorised_minor INTEGER NOT NULL,
  booked_minor INTEGER NOT NULL,
  captured_minor INTEGER NOT NULL,
  reversed_minor INTEGER NOT NULL,
  refunded_minor INTEGER NOT NULL,
  capture_count INTEGER NOT NULL,
  finalised INTEGER NOT NULL,
  details TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_type CHECK (
    payment_type = 'PA' OR payment_type = 'DB' OR payment_type = 'CD' OR payment_type = 'CP'
    OR payment_type = 'RV' OR payment_type = 'RF' OR payment_type = 'RB' OR payment_type = 'RI'
    OR payment_type = '3D'
  ),
  CONSTRAINT valid_state CHECK (
    state = 'intent' OR state = 'pending' OR state = 'succeeded' OR state = 'failed'
  ),
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_family CHECK ((referenced_id IS NULL) = (family_id = id)),
  CONSTRAINT valid_maximum_captures CHECK (maximum_captures BETWEEN 1 AND 98),
  CONSTRAINT valid_finalised CHECK (finalised = 0 OR finalised = 1),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT limit_range CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND authorised_minor BETWEEN 0 AND 9007199254740991
    AND booked_minor BETWEEN 0 AND 9007199254740991
    AND captured_minor >= 0
    AND reversed_minor >= 0
    AND refunded_minor >= 0
    AND capture_count BETWEEN 0 AND 9007199254740991
  ),
  -- Only success books, only a PA holds; a reversal, a risk check and an authentication move nothing
  -- of their own. A PA that raises the hold of another holds nothing itself.
  CONSTRAINT limit_authorised CHECK (
    authorised_minor = 0 OR (payment_type = 'PA' AND state = 'succeeded')
  ),
  CONSTRAINT limit_booked CHECK (
    booked_minor = 0
    OR (
      payment_type <> 'PA' AND payment_type <> 'RV' AND payment_type <> 'RI'
      AND payment_type <> '3D' AND state = 'succeeded'
    )
  ),
  -- With the two above, only a PA is captured and a PA is never refunded.
  CONSTRAINT limit_captured CHECK (
    captured_minor + iif(payment_type = 'PA', reversed_minor, 0) <= authorised_minor
  ),
  CONSTRAINT limit_refunded CHECK (
    refunded_minor + iif(payment_type = 'PA', 0, reversed_minor) <= booked_minor
    AND (refunded_minor = 0 OR payment_type <> 'RF')
  ),
  CONSTRAINT limit_reversed CHECK (
    reversed_minor = 0
    OR payment_type = 'PA'
    OR (
      (payment_type = 'DB' OR payment_type = 'CD')
      AND refunded_minor = 0
      AND reversed_minor = booked_minor
    )
  ),
  -- Interface document, numberOfCaptures: without it captures are not counted against anything.
  CONSTRAINT limit_capture_count CHECK (
    capture_count = 0
    OR (payment_type = 'PA' AND capture_count <= ifnull(maximum_captures, capture_count))
  )
) STRICT;

-- The merchant's reference of earlier payments stands in what their answers show.
INSERT INTO payment_rebuilt (
  id, entity_id, checkout_id, referenced_id, family_id, payment_type, payment_brand,
  amount_minor, currency, state, result_code, maximum_captures, connector, vault_record_id,
  merchant_transaction_id, authorised_minor, booked_minor, captured_minor, reversed_minor,
  refunded_minor, capture_count, finalised, details, created_at_ms, updated_at_ms, version
)
SELECT id, entity_id, checkout_id, referenced_id, family_id, payment_type, payment_brand,
  amount_minor, currency, state, result_code, maximum_captures, connector, vault_record_id,
  iif(json_valid(details), json_extract(details, '$.request.merchantTransactionId'), NULL),
  authorised_minor, booked_minor, captured_minor, reversed_minor,
  refunded_minor, capture_count, finalised, details, created_at_ms, updated_at_ms, version
FROM payment ORDER BY rowid;

DROP TABLE payment;
ALTER TABLE payment_rebuilt RENAME TO payment;

-- One success per checkout, under any concurrency (decisions §6).
CREATE UNIQUE INDEX payment_success_of_checkout ON payment (checkout_id)
  WHERE checkout_id IS NOT NULL AND referenced_id IS NULL AND state = 'succeeded';

-- First payments, most of all rows, are found by their own id and cost nothing here.
CREATE INDEX payment_reference ON payment (family_id) WHERE referenced_id IS NOT NULL;

-- What merchants look for. References are random as a rule, and each costs a page of its own in the
-- log: the shorter the key, the fewer pages there are (a channel in front cost 8 µs of 55 more).
CREATE INDEX payment_by_time ON payment (entity_id, created_at_ms, id);
CREATE INDEX payment_by_merchant_reference ON payment (merchant_transaction_id)
  WHERE merchant_transaction_id IS NOT NULL;

-- What only the difference between two versions can tell.
CREATE TRIGGER payment_finalised BEFORE UPDATE ON payment
WHEN OLD.finalised = 1 AND (
  NEW.captured_minor > OLD.captured_minor
  OR NEW.reversed_minor > OLD.reversed_minor
  OR NEW.refunded_minor > OLD.refunded_minor
)
BEGIN
  SELECT RAISE(ABORT, 'limit_finalised');
END;

-- A reversal takes the whole open amount (decisions §5, RV). Not a CHECK: a capture that fails later
-- gives its amount back and leaves something open beside an earlier reversal.
CREATE TRIGGER payment_reversal BEFORE UPDATE ON payment
WHEN NEW.reversed_minor > OLD.reversed_minor
  AND NEW.captured_minor + NEW.refunded_minor + NEW.reversed_minor
    <> NEW.authorised_minor + NEW.booked_minor
BEGIN
  SELECT RAISE(ABORT, 'limit_reversal');
END;

-- Built anew for its kinds. Nothing refers to it.
CREATE TABLE timer_rebuilt (
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  entity_id TEXT,
  due_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id),
  CONSTRAINT valid_kind CHECK (
    kind = 'paymentRecovery' OR kind = 'pendingPayment' OR kind = 'checkoutExpiry'
    OR kind = 'registrationExpiry'
  ),
  CONSTRAINT valid_attempts CHECK (attempts BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;

INSERT INTO timer_rebuilt (kind, subject_id, due_at_ms, attempts, created_at_ms, version)
SELECT kind, subject_id, due_at_ms, attempts, created_at_ms, version FROM timer;

DROP TABLE timer;
ALTER TABLE timer_rebuilt RENAME TO timer;

-- The primary key follows in the index by itself, which makes the order among equals a fixed one.
CREATE INDEX timer_due ON timer (due_at_ms);

ALTER TABLE checkout ADD COLUMN registration_id TEXT;

ALTER TABLE entity ADD COLUMN version INTEGER NOT NULL DEFAULT 1
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991);

-- What is sealed is wiped when a registration ends. vault_record_id refers to nothing by itself: a
-- payment may outlive the record too.
CREATE TABLE registration (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  payment_brand TEXT NOT NULL,
  vault_record_id TEXT,
  fingerprint TEXT,
  payment_id TEXT,
  details TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_state CHECK (
    state = 'active' OR state = 'failed' OR state = 'deleted' OR state = 'expired'
  ),
  CONSTRAINT valid_sealed CHECK (vault_record_id IS NULL OR state = 'active'),
  CONSTRAINT valid_fingerprint CHECK (fingerprint IS NULL OR vault_record_id IS NOT NULL),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT;

CREATE INDEX registration_of_number ON registration (entity_id, fingerprint)
  WHERE state = 'active' AND fingerprint IS NOT NULL;

CREATE TABLE gift_card (
  id TEXT NOT NULL PRIMARY KEY,
  currency TEXT NOT NULL,
  issued_minor INTEGER NOT NULL,
  balance_minor INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_issued CHECK (issued_minor BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT limit_balance CHECK (balance_minor BETWEEN 0 AND issued_minor)
) STRICT;

CREATE TABLE quota (
  key TEXT NOT NULL PRIMARY KEY,
  used INTEGER NOT NULL,
  most INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_used CHECK (used >= 0),
  CONSTRAINT valid_most CHECK (most BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (expires_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT limit_used CHECK (used <= most)
) STRICT;

CREATE INDEX quota_expiry ON quota (expires_at_ms);

-- Written with a payment, which it may come before in a set: payment_id refers to nothing.
CREATE TABLE sighting (
  number INTEGER PRIMARY KEY,
  entity_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  CONSTRAINT valid_amount CHECK (amount_minor BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

-- Sums are read from the index alone: those of a whole channel cover many rows.
CREATE INDEX sighting_of_subject ON sighting (entity_id, subject, at_ms, currency, amount_minor);
CREATE INDEX sighting_time ON sighting (at_ms);
