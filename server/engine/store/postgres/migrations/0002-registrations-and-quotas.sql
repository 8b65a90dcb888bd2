-- Named as in the first migration: limit_* is a conflict of reason "limit".

ALTER TABLE entity ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE entity
  ALTER COLUMN version DROP DEFAULT,
  ADD CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991);

ALTER TABLE checkout ADD COLUMN registration_id TEXT COLLATE "C";

ALTER TABLE payment
  ADD COLUMN merchant_transaction_id TEXT COLLATE "C",
  DROP CONSTRAINT valid_type,
  ADD CONSTRAINT valid_type CHECK (
    payment_type IN ('PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', 'RI', '3D')
  ),
  DROP CONSTRAINT limit_booked,
  -- Only success books; a risk check (RI) and an authentication (3D) move no money.
  ADD CONSTRAINT limit_booked CHECK (
    booked_minor = 0
    OR (
      payment_type <> 'PA' AND payment_type <> 'RV'
      AND payment_type <> 'RI' AND payment_type <> '3D'
      AND state = 'succeeded'
    )
  );

-- The merchant's reference of earlier payments stands in what their answers show.
CREATE FUNCTION pg_temp.reference_in(details TEXT) RETURNS TEXT LANGUAGE plpgsql AS $$
BEGIN
  RETURN details::json #>> '{request,merchantTransactionId}';
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;

UPDATE payment SET merchant_transaction_id = pg_temp.reference_in(details)
WHERE details LIKE '%"merchantTransactionId"%';

-- What merchants look for. No step changes a column of these: it stays on its page and leaves them
-- alone.
CREATE INDEX payment_by_time ON payment (entity_id, created_at_ms, id);
CREATE INDEX payment_by_merchant_reference ON payment (merchant_transaction_id)
  WHERE merchant_transaction_id IS NOT NULL;

ALTER TABLE timer
  ADD COLUMN entity_id TEXT COLLATE "C",
  DROP CONSTRAINT valid_kind,
  ADD CONSTRAINT valid_kind CHECK (
    kind IN ('paymentRecovery', 'pendingPayment', 'checkoutExpiry', 'registrationExpiry')
  );

CREATE INDEX timer_due_of_entity ON timer (entity_id, due_at_ms, kind, subject_id)
  WHERE entity_id IS NOT NULL;

-- What is sealed is wiped when a registration ends. vault_record_id refers to nothing by itself: a
-- payment may outlive the record too.
CREATE TABLE registration (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  payment_brand TEXT NOT NULL,
  vault_record_id TEXT COLLATE "C",
  fingerprint TEXT COLLATE "C",
  payment_id TEXT COLLATE "C",
  details TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_state CHECK (state IN ('active', 'failed', 'deleted', 'expired')),
  CONSTRAINT valid_sealed CHECK (vault_record_id IS NULL OR state = 'active'),
  CONSTRAINT valid_fingerprint CHECK (fingerprint IS NULL OR vault_record_id IS NOT NULL),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 90);

CREATE INDEX registration_of_number ON registration (entity_id, fingerprint, created_at_ms, id)
  WHERE state = 'active' AND fingerprint IS NOT NULL;

CREATE TABLE gift_card (
  id TEXT COLLATE "C" PRIMARY KEY,
  currency TEXT COLLATE "C" NOT NULL,
  issued_minor BIGINT NOT NULL,
  balance_minor BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_issued CHECK (issued_minor BETWEEN 0 AND 9007199254740991),
  CONSTRAINT limit_balance CHECK (balance_minor BETWEEN 0 AND issued_minor)
) WITH (fillfactor = 80);

CREATE TABLE quota (
  key TEXT COLLATE "C" PRIMARY KEY,
  used BIGINT NOT NULL,
  most BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_time CHECK (expires_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_used CHECK (used >= 0),
  CONSTRAINT valid_most CHECK (most BETWEEN 0 AND 9007199254740991),
  CONSTRAINT limit_used CHECK (used <= most)
) WITH (fillfactor = 80);

CREATE INDEX quota_expiry ON quota (expires_at_ms, key);

-- Written with a payment, which it may come before in a set: payment_id refers to nothing.
CREATE TABLE sighting (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  payment_id TEXT COLLATE "C" NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  at_ms BIGINT NOT NULL,
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_amount CHECK (amount_minor BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
);

-- Sums are read from the index alone: those of a whole channel cover many rows.
CREATE INDEX sighting_of_subject ON sighting (entity_id, subject, at_ms)
  INCLUDE (currency, amount_minor);
CREATE INDEX sighting_time ON sighting (at_ms);
