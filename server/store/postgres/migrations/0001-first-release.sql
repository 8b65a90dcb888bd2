-- Constraints named limit_* are the money limits (R-INV-1, decisions §5): breaking one is a conflict
-- of reason "limit". All others can only be broken by a bug of the caller.
-- Times are milliseconds since 1970, amounts are minor units within the safe integers of JSON.
-- A list of words that grows with features (types, states, kinds) has no CHECK.
-- Keys are compared byte by byte: no locale of a server may change what is equal or comes first.

CREATE TABLE entity (
  id TEXT COLLATE "C" PRIMARY KEY,
  parent_id TEXT COLLATE "C" REFERENCES entity (id),
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  active BOOLEAN NOT NULL,
  settings TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_kind CHECK (kind IN ('psp', 'division', 'merchant', 'channel')),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE INDEX entity_parent ON entity (parent_id, created_at_ms, id);

CREATE TABLE access_token (
  hash TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL REFERENCES entity (id),
  label TEXT NOT NULL,
  administers BOOLEAN NOT NULL,
  sealed TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE INDEX access_token_entity ON access_token (entity_id, created_at_ms, hash);

CREATE TABLE vault_key (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C",
  purpose TEXT COLLATE "C" NOT NULL,
  wrapped TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

-- One key per entity and purpose, also when two first payments of an entity race to make it.
-- The leading flag keeps the keys of the installation apart from an entity with an empty id.
CREATE UNIQUE INDEX vault_key_purpose
  ON vault_key ((entity_id IS NULL), (coalesce(entity_id, '')), purpose);

CREATE TABLE vault_record (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  key_id TEXT COLLATE "C" NOT NULL,
  sealed TEXT NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

-- Room in each page lets a step stay on its page and leave the indexes alone.
-- result_call_id is the call to a shop whose checkout nobody has read after its submit.
CREATE TABLE checkout (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  state TEXT NOT NULL,
  payment_id TEXT COLLATE "C",
  registration_id TEXT COLLATE "C",
  request TEXT NOT NULL,
  integrity TEXT,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  result_call_id TEXT COLLATE "C",
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 80);

CREATE INDEX checkout_by_time ON checkout (entity_id, created_at_ms, id);

CREATE TABLE payment (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  checkout_id TEXT COLLATE "C",
  referenced_id TEXT COLLATE "C" REFERENCES payment (id),
  family_id TEXT COLLATE "C" NOT NULL,
  operation TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  payment_brand TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  maximum_captures BIGINT,
  connector TEXT NOT NULL,
  vault_record_id TEXT COLLATE "C",
  gift_card_id TEXT COLLATE "C",
  merchant_transaction_id TEXT COLLATE "C",
  authorised_minor BIGINT NOT NULL,
  booked_minor BIGINT NOT NULL,
  captured_minor BIGINT NOT NULL,
  reversed_minor BIGINT NOT NULL,
  refunded_minor BIGINT NOT NULL,
  charged_back_minor BIGINT NOT NULL,
  capture_count BIGINT NOT NULL,
  finalised_by TEXT COLLATE "C",
  hold_closed BOOLEAN NOT NULL,
  replaced_hold_minor BIGINT NOT NULL,
  booked_at_ms BIGINT,
  expires_at_ms BIGINT,
  expired_at_ms BIGINT,
  details TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  authentication_id TEXT COLLATE "C",
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_family CHECK ((referenced_id IS NULL) = (family_id = id)),
  CONSTRAINT valid_maximum_captures CHECK (maximum_captures BETWEEN 1 AND 98),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
    AND booked_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
    AND expired_at_ms BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT limit_range CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND authorised_minor BETWEEN 0 AND 9007199254740991
    AND booked_minor BETWEEN 0 AND 9007199254740991
    AND captured_minor BETWEEN 0 AND 9007199254740991
    AND reversed_minor BETWEEN 0 AND 9007199254740991
    AND refunded_minor BETWEEN 0 AND 9007199254740991
    AND charged_back_minor BETWEEN 0 AND 9007199254740991
    AND capture_count BETWEEN 0 AND 9007199254740991
    AND replaced_hold_minor BETWEEN 0 AND 9007199254740991
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
    captured_minor + CASE WHEN payment_type = 'PA' THEN reversed_minor ELSE 0 END
      <= authorised_minor
  ),
  CONSTRAINT limit_refunded CHECK (
    refunded_minor + CASE WHEN payment_type = 'PA' THEN 0 ELSE reversed_minor END
      <= booked_minor
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
    OR (payment_type = 'PA' AND capture_count <= coalesce(maximum_captures, capture_count))
  )
) WITH (fillfactor = 90);

-- One success per checkout, under any concurrency (decisions §6).
CREATE UNIQUE INDEX payment_success_of_checkout ON payment (checkout_id)
  WHERE checkout_id IS NOT NULL AND referenced_id IS NULL AND state = 'succeeded';

-- First payments, most of all rows, are found by their own id and cost nothing here.
CREATE INDEX payment_reference ON payment (family_id) WHERE referenced_id IS NOT NULL;

-- What merchants look for. No step changes a column of these: it stays on its page and leaves them
-- alone.
CREATE INDEX payment_by_time ON payment (entity_id, created_at_ms, id);
CREATE INDEX payment_by_merchant_reference ON payment (merchant_transaction_id)
  WHERE merchant_transaction_id IS NOT NULL;

-- Queries for some types of payments: among many debits a few refunds are found without looking at
-- the debits.
CREATE INDEX payment_by_type ON payment (entity_id, payment_type, created_at_ms, id);

-- What only the difference between two versions can tell. The conditions stand at the triggers, so
-- that the function runs for what it refuses only.
CREATE FUNCTION refuse_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0];
END
$$;

-- A hold that is closed gives back what nobody can capture any more; that it is all of it is for
-- payment_reversal to see.
CREATE TRIGGER payment_finalised BEFORE UPDATE ON payment FOR EACH ROW
WHEN (
  OLD.finalised_by IS NOT NULL AND (
    NEW.captured_minor > OLD.captured_minor
    OR (NEW.reversed_minor > OLD.reversed_minor AND NEW.payment_type <> 'PA')
    OR NEW.refunded_minor > OLD.refunded_minor
  )
)
EXECUTE FUNCTION refuse_limit('limit_finalised');

-- A reversal takes the whole open amount (decisions §5, RV). Not a CHECK: a capture that fails later
-- gives its amount back and leaves something open beside an earlier reversal.
CREATE TRIGGER payment_reversal BEFORE UPDATE ON payment FOR EACH ROW
WHEN (
  NEW.reversed_minor > OLD.reversed_minor
  AND NEW.captured_minor + NEW.refunded_minor + NEW.reversed_minor
    <> NEW.authorised_minor + NEW.booked_minor
)
EXECUTE FUNCTION refuse_limit('limit_reversal');

CREATE TABLE payment_event (
  payment_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  kind TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (payment_id, sequence),
  CONSTRAINT valid_sequence CHECK (sequence BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
);

-- Numbered in the order of booking.
CREATE TABLE posting (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  family_id TEXT COLLATE "C" NOT NULL,
  payment_id TEXT COLLATE "C" NOT NULL,
  account TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  at_ms BIGINT NOT NULL,
  CONSTRAINT valid_amount CHECK (amount_minor BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE INDEX posting_family ON posting (family_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are not to be changed or deleted', TG_TABLE_NAME
    USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER payment_event_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_event
EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
EXECUTE FUNCTION refuse_change();

-- Payments and keys are never deleted, so that what refers to them need only look once whether they
-- are there, all rows of a statement together. A foreign key would look and lock for each row
-- (measured for a card payment of five rows: 80 µs with foreign keys, 59 µs so, 49 µs with neither),
-- and every payment of an entity would lock the same key.
CREATE TRIGGER payment_kept BEFORE DELETE OR TRUNCATE ON payment
EXECUTE FUNCTION refuse_change();
CREATE TRIGGER vault_key_kept BEFORE DELETE OR TRUNCATE ON vault_key
EXECUTE FUNCTION refuse_change();

CREATE FUNCTION demand_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted
    WHERE NOT EXISTS (SELECT FROM payment WHERE payment.id = inserted.payment_id)
  ) THEN
    RAISE EXCEPTION 'a row of % refers to no payment', TG_TABLE_NAME
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER payment_event_payment AFTER INSERT ON payment_event
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION demand_payment();
CREATE TRIGGER posting_payment AFTER INSERT ON posting
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION demand_payment();

CREATE FUNCTION demand_vault_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted
    WHERE NOT EXISTS (SELECT FROM vault_key WHERE vault_key.id = inserted.key_id)
  ) THEN
    RAISE EXCEPTION 'a row of % refers to no key', TG_TABLE_NAME
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER vault_record_key AFTER INSERT ON vault_record
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION demand_vault_key();

-- 3-D Secure authentications, and what a payment must keep secret while it waits for one.
CREATE TABLE authentication (
  id TEXT COLLATE "C" PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL REFERENCES payment (id),
  entity_id TEXT COLLATE "C" NOT NULL,
  state TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 80);

CREATE TABLE confidential (
  payment_id TEXT COLLATE "C" PRIMARY KEY REFERENCES payment (id),
  entity_id TEXT COLLATE "C" NOT NULL,
  key_id TEXT COLLATE "C" NOT NULL REFERENCES vault_key (id),
  sealed TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

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
  deduplicated BOOLEAN NOT NULL,
  payment_id TEXT COLLATE "C",
  merchant_transaction_id TEXT COLLATE "C",
  details TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
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
CREATE INDEX registration_by_time ON registration (entity_id, created_at_ms, id);
-- The last step of a deleted one is its deletion.
CREATE INDEX registration_by_deletion ON registration (entity_id, updated_at_ms, id)
  WHERE state = 'deleted';
CREATE INDEX registration_by_merchant_reference ON registration (merchant_transaction_id)
  WHERE merchant_transaction_id IS NOT NULL;

-- Where a channel keeps each number once, the table does too, under any concurrency.
CREATE UNIQUE INDEX registration_of_sole_number
  ON registration (entity_id, payment_brand, fingerprint)
  WHERE deduplicated AND fingerprint IS NOT NULL;

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

-- Parts of a checkout's amount that gift cards pay beside the payment of the rest.
CREATE TABLE gift_card_part (
  id TEXT COLLATE "C" PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL,
  gift_card_id TEXT COLLATE "C" NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_number CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
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

-- Subscriptions: payments that registrations make at the times of a plan.
CREATE TABLE schedule (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  registration_id TEXT COLLATE "C" NOT NULL,
  chain_id TEXT COLLATE "C" NOT NULL,
  state TEXT NOT NULL,
  end_reason TEXT,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  request TEXT NOT NULL,
  starts_at_ms BIGINT NOT NULL,
  ends_at_ms BIGINT,
  next_run_at_ms BIGINT,
  last_run_at_ms BIGINT,
  last_payment_id TEXT COLLATE "C",
  run_state TEXT NOT NULL,
  retry_at_ms BIGINT,
  retries BIGINT NOT NULL,
  runs BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  pause_reason TEXT,
  past_due_since_ms BIGINT,
  card_look_at_ms BIGINT,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_number CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND starts_at_ms BETWEEN 0 AND 9007199254740991
    AND ends_at_ms BETWEEN 0 AND 9007199254740991
    AND next_run_at_ms BETWEEN 0 AND 9007199254740991
    AND last_run_at_ms BETWEEN 0 AND 9007199254740991
    AND retry_at_ms BETWEEN 0 AND 9007199254740991
    AND retries BETWEEN 0 AND 9007199254740991
    AND runs BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
    AND past_due_since_ms BETWEEN 0 AND 9007199254740991
    AND card_look_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 80);

CREATE INDEX schedule_by_registration ON schedule (registration_id, id);
CREATE INDEX schedule_by_chain ON schedule (chain_id);

CREATE TABLE webhook (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  url TEXT NOT NULL,
  format TEXT NOT NULL,
  wrapper TEXT NOT NULL,
  types TEXT NOT NULL,
  fields TEXT NOT NULL,
  state TEXT NOT NULL,
  state_reason TEXT,
  sealed_secrets TEXT NOT NULL,
  failing_since_ms BIGINT,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  slot BIGINT,
  CONSTRAINT valid_slot CHECK (slot IS NULL OR slot BETWEEN 1 AND 20),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    (failing_since_ms IS NULL OR failing_since_ms BETWEEN 0 AND 9007199254740991)
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE INDEX webhook_of_entity ON webhook (entity_id, created_at_ms, id) WHERE state <> 'deleted';

-- How many webhooks an entity has is limited by the table too, under any concurrency: each of them has one
-- of 20 slots until it is deleted.
CREATE UNIQUE INDEX webhook_slot_of_entity ON webhook (entity_id, slot) WHERE slot IS NOT NULL;

-- What webhooks are to hear, as the commits of the changes write it.
CREATE TABLE notice (
  webhook_id TEXT COLLATE "C" NOT NULL,
  order_key TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  type TEXT NOT NULL,
  action TEXT,
  entity_id TEXT COLLATE "C" NOT NULL,
  body TEXT,
  due_at_ms BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  PRIMARY KEY (webhook_id, order_key, subject_id, sequence, id),
  CONSTRAINT valid_sequence CHECK (sequence BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991 AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
);

-- The calls that are due or were made to servers of merchants, and who sends them.
CREATE TABLE delivery (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  webhook_id TEXT COLLATE "C",
  queue TEXT COLLATE "C" NOT NULL,
  url TEXT,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  action TEXT,
  entity_id TEXT COLLATE "C" NOT NULL,
  order_key TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  state TEXT NOT NULL,
  due_at_ms BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  retries BIGINT NOT NULL,
  body TEXT,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_counts CHECK (
    sequence BETWEEN 1 AND 9007199254740991
    AND attempts BETWEEN 0 AND 9007199254740991
    AND retries BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 80);

CREATE INDEX delivery_due ON delivery (queue, due_at_ms, id) WHERE state = 'waiting';
-- The later calls of one order wait for the earlier ones.
CREATE INDEX delivery_order ON delivery (queue, order_key, subject_id) WHERE state = 'waiting';
CREATE INDEX delivery_log ON delivery (webhook_id, created_at_ms, id) WHERE webhook_id IS NOT NULL;

-- The calls about a payment or checkout: merchants read those to addresses that it names, people all.
CREATE INDEX delivery_of_subject ON delivery (subject_id, created_at_ms, id);

CREATE TABLE delivery_attempt (
  delivery_id TEXT COLLATE "C" NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
  attempt BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  ended_at_ms BIGINT NOT NULL,
  status BIGINT,
  reason TEXT,
  answer TEXT,
  PRIMARY KEY (delivery_id, attempt),
  CONSTRAINT valid_attempt CHECK (attempt BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_status CHECK (status IS NULL OR status BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    at_ms BETWEEN 0 AND 9007199254740991 AND ended_at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE TABLE delivery_lease (
  queue TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  until_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (until_ms BETWEEN 0 AND 9007199254740991)
);

CREATE TABLE timer (
  kind TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C",
  due_at_ms BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (kind, subject_id),
  CONSTRAINT valid_attempts CHECK (attempts BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    due_at_ms BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE INDEX timer_due ON timer (due_at_ms, kind, subject_id);
CREATE INDEX timer_due_of_entity ON timer (entity_id, due_at_ms, kind, subject_id)
  WHERE entity_id IS NOT NULL;

-- payment_id refers to nothing: the row may come before its payment in a set.
CREATE TABLE idempotency (
  scope TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  fingerprint TEXT NOT NULL,
  payment_id TEXT COLLATE "C",
  answer TEXT,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  PRIMARY KEY (scope, key),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 80);

CREATE INDEX idempotency_expiry ON idempotency (expires_at_ms, created_at_ms, scope, key);

-- What acquirers settle, and the general ledger that it is booked in.
CREATE TABLE acquirer_account (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL REFERENCES entity (id),
  connector TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  acquirer TEXT NOT NULL,
  currencies TEXT NOT NULL,
  usual_days BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_number CHECK (usual_days BETWEEN 1 AND 31),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991 AND updated_at_ms BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991)
);

CREATE INDEX acquirer_account_entity ON acquirer_account (entity_id, id);

CREATE TABLE settlement_file (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES acquirer_account (id),
  hash TEXT COLLATE "C" NOT NULL,
  name TEXT NOT NULL,
  format TEXT NOT NULL,
  state TEXT NOT NULL,
  supersedes_id TEXT,
  settled_from TEXT,
  settled_to TEXT,
  line_count BIGINT NOT NULL,
  booked_count BIGINT NOT NULL,
  matched_count BIGINT NOT NULL,
  several_count BIGINT NOT NULL,
  unmatched_count BIGINT NOT NULL,
  flagged_count BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_number CHECK (
    line_count BETWEEN 0 AND 9007199254740991
    AND booked_count BETWEEN 0 AND 9007199254740991
    AND matched_count BETWEEN 0 AND 9007199254740991
    AND several_count BETWEEN 0 AND 9007199254740991
    AND unmatched_count BETWEEN 0 AND 9007199254740991
    AND flagged_count BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
);

-- The same bytes are imported once, also when two processes begin at the same time.
CREATE UNIQUE INDEX settlement_file_hash ON settlement_file (account_id, hash)
  WHERE state <> 'removed';

CREATE INDEX settlement_file_account ON settlement_file (account_id, id);

CREATE TABLE settlement_batch (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  file_id TEXT COLLATE "C" NOT NULL REFERENCES settlement_file (id),
  account_id TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  reference TEXT COLLATE "C",
  currency TEXT NOT NULL,
  paid_minor BIGINT,
  payout_part BIGINT,
  paid_on TEXT,
  bank_reference TEXT,
  settled_on TEXT COLLATE "C" NOT NULL,
  line_count BIGINT NOT NULL,
  net_minor BIGINT NOT NULL,
  fee_minor BIGINT NOT NULL,
  earlier_net_minor BIGINT NOT NULL,
  is_unbalanced BOOLEAN NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_number CHECK (
    (paid_minor IS NULL OR paid_minor BETWEEN -9007199254740991 AND 9007199254740991)
    AND line_count BETWEEN 0 AND 9007199254740991
    AND net_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND earlier_net_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND (payout_part IS NULL OR payout_part BETWEEN 1 AND 9007199254740991)
    AND fee_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
);

-- A payout is told once, however many files repeat it.
CREATE UNIQUE INDEX settlement_batch_payout
  ON settlement_batch (account_id, reference, currency, payout_part) WHERE payout_part IS NOT NULL;

CREATE INDEX settlement_batch_reference ON settlement_batch (account_id, reference, currency)
  WHERE reference IS NOT NULL;

CREATE INDEX settlement_batch_date ON settlement_batch (entity_id, settled_on, id);

-- The reconciliation file of a day has what was imported on it.
CREATE INDEX settlement_batch_time ON settlement_batch (entity_id, created_at_ms, id);

CREATE TABLE settlement_line (
  batch_id TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  account_id TEXT COLLATE "C" NOT NULL,
  line_number BIGINT NOT NULL,
  record_id TEXT COLLATE "C" NOT NULL,
  type TEXT NOT NULL,
  acquirer_type TEXT NOT NULL,
  acquirer_reference TEXT COLLATE "C",
  operation_reference TEXT,
  arn TEXT COLLATE "C",
  merchant_reference TEXT,
  payment_brand TEXT,
  gross_minor BIGINT NOT NULL,
  gross_currency TEXT NOT NULL,
  net_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  interchange_minor BIGINT NOT NULL,
  scheme_minor BIGINT NOT NULL,
  markup_minor BIGINT NOT NULL,
  dispute_minor BIGINT NOT NULL,
  monthly_minor BIGINT NOT NULL,
  rate TEXT,
  ordered_at_ms BIGINT,
  settled_on TEXT COLLATE "C" NOT NULL,
  reason_code TEXT,
  reason_text TEXT,
  match_state TEXT NOT NULL,
  flag TEXT,
  PRIMARY KEY (batch_id, position),
  CONSTRAINT valid_currency CHECK (
    currency ~ '^[A-Z][A-Z][A-Z]$' AND gross_currency ~ '^[A-Z]{3}$'
  ),
  CONSTRAINT valid_number CHECK (
    position BETWEEN 1 AND 9007199254740991 AND line_number BETWEEN 1 AND 9007199254740991
  ),
  CONSTRAINT valid_amount CHECK (
    gross_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND net_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND interchange_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND scheme_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND markup_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND dispute_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND monthly_minor BETWEEN -9007199254740991 AND 9007199254740991
  ),
  CONSTRAINT valid_time CHECK (
    ordered_at_ms IS NULL OR ordered_at_ms BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT limit_net CHECK (
    currency <> gross_currency
    OR net_minor = gross_minor - interchange_minor - scheme_minor - markup_minor - dispute_minor
      - monthly_minor
  )
);

-- A restated file books nothing twice. account_id refers to nothing here: the file of each line does, and a
-- look-up for each of a million lines costs time.
CREATE UNIQUE INDEX settlement_line_record ON settlement_line (account_id, record_id);

-- People look for a payment by what its shopper's bank names.
CREATE INDEX settlement_line_arn ON settlement_line (arn) WHERE arn IS NOT NULL;

-- Later lines about a payment have the acquirer's reference that the first one had.
CREATE INDEX settlement_line_reference ON settlement_line (account_id, acquirer_reference)
  WHERE acquirer_reference IS NOT NULL;

-- What waits for a person.
CREATE INDEX settlement_line_open ON settlement_line (account_id, batch_id, position)
  WHERE match_state = 'NOT_MATCHED' OR match_state = 'MULTIPLE_MATCHES' OR flag IS NOT NULL;

CREATE TABLE settlement_match (
  batch_id TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  payment_id TEXT COLLATE "C" NOT NULL,
  is_candidate BOOLEAN NOT NULL,
  rule TEXT NOT NULL,
  tolerance_minor BIGINT NOT NULL,
  matched_by TEXT NOT NULL,
  type TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  dispute_state TEXT,
  dispute_id TEXT,
  PRIMARY KEY (batch_id, position, payment_id),
  CONSTRAINT valid_number CHECK (
    position BETWEEN 1 AND 9007199254740991
    AND tolerance_minor BETWEEN 0 AND 9007199254740991
    AND amount_minor BETWEEN -9007199254740991 AND 9007199254740991
    AND at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE INDEX settlement_match_payment ON settlement_match (payment_id);

-- Chargebacks of files that disputes have not heard of.
CREATE INDEX settlement_match_due ON settlement_match (batch_id, position, payment_id)
  WHERE dispute_state = 'due';

CREATE TABLE journal_entry (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES acquirer_account (id),
  kind TEXT NOT NULL,
  batch_id TEXT COLLATE "C",
  at_ms BIGINT NOT NULL,
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE INDEX journal_entry_batch ON journal_entry (batch_id) WHERE batch_id IS NOT NULL;

CREATE TABLE journal_posting (
  entry_id TEXT COLLATE "C" NOT NULL REFERENCES journal_entry (id),
  sequence BIGINT NOT NULL,
  account TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  PRIMARY KEY (entry_id, sequence),
  CONSTRAINT valid_sequence CHECK (sequence BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_amount CHECK (amount_minor BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$')
);

CREATE TRIGGER journal_entry_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entry
EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_posting_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_posting
EXECUTE FUNCTION refuse_change();

-- Touched by an empty change set: how readiness is asked without leaving a trace.
CREATE TABLE heartbeat (
  id BIGINT PRIMARY KEY,
  beats BIGINT NOT NULL,
  CONSTRAINT valid_id CHECK (id = 1)
);

INSERT INTO heartbeat VALUES (1, 0);

CREATE TABLE operation_request (
  id TEXT COLLATE "C" PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL REFERENCES payment (id),
  family_id TEXT NOT NULL,
  ordinal BIGINT NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  payment_type TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  reason TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  asked_by_id TEXT COLLATE "C" NOT NULL,
  report TEXT,
  state TEXT NOT NULL,
  decided_by TEXT,
  decision_reason TEXT,
  made_id TEXT COLLATE "C",
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_number CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND ordinal BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
);

-- Who decides on what was asked for before must not miss what is asked for at the same moment.
CREATE UNIQUE INDEX operation_request_by_family ON operation_request (family_id, ordinal);

CREATE INDEX operation_request_waiting ON operation_request (entity_id, id)
  WHERE state = 'waiting';

-- Disputes: what acquirers report is kept as it is, whatever the payment was.
CREATE TABLE dispute (
  id TEXT COLLATE "C" PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL REFERENCES payment (id),
  case_payment_id TEXT COLLATE "C" NOT NULL,
  family_id TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  payment_brand TEXT NOT NULL,
  stage TEXT NOT NULL,
  outcome TEXT NOT NULL,
  reason_code TEXT,
  result_code TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  share_minor BIGINT NOT NULL,
  connector TEXT COLLATE "C" NOT NULL,
  acquirer_reference TEXT COLLATE "C",
  source TEXT NOT NULL,
  chargeback_id TEXT COLLATE "C",
  flags TEXT NOT NULL,
  submitted_stage TEXT,
  respond_by_ms BIGINT,
  evidence_by_ms BIGINT,
  charged_at_ms BIGINT,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_number CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND share_minor BETWEEN 0 AND 9007199254740991
    AND respond_by_ms BETWEEN 0 AND 9007199254740991
    AND evidence_by_ms BETWEEN 0 AND 9007199254740991
    AND charged_at_ms BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
);

-- A case that is reported twice is one dispute, also where one report names the refund; a number may come again for
-- another payment.
CREATE UNIQUE INDEX dispute_by_case ON dispute (case_payment_id, acquirer_reference)
  WHERE acquirer_reference IS NOT NULL;

CREATE INDEX dispute_by_payment ON dispute (payment_id, id);

-- Holds all that a list asks for: of many disputes only those that are shown are read.
CREATE INDEX dispute_by_entity ON dispute (entity_id, id, outcome, respond_by_ms);

CREATE INDEX dispute_by_deadline ON dispute (entity_id, respond_by_ms, id)
  WHERE respond_by_ms IS NOT NULL;

-- Holds all that the sums of a month ask for.
CREATE INDEX dispute_by_charge
  ON dispute (entity_id, charged_at_ms, payment_brand, result_code, currency, amount_minor)
  WHERE charged_at_ms IS NOT NULL;

CREATE TABLE dispute_event (
  dispute_id TEXT COLLATE "C" NOT NULL REFERENCES dispute (id),
  sequence BIGINT NOT NULL,
  kind TEXT NOT NULL,
  stage TEXT NOT NULL,
  made_by TEXT NOT NULL,
  note TEXT NOT NULL,
  booked_count BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (dispute_id, sequence),
  CONSTRAINT valid_sequence CHECK (sequence BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_number CHECK (booked_count BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE TRIGGER dispute_event_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON dispute_event
EXECUTE FUNCTION refuse_change();

CREATE TABLE dispute_document (
  id TEXT COLLATE "C" PRIMARY KEY,
  dispute_id TEXT COLLATE "C" NOT NULL REFERENCES dispute (id),
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size BIGINT NOT NULL,
  sealed TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_number CHECK (
    size BETWEEN 1 AND 2097152 AND created_at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE INDEX dispute_document_by_dispute ON dispute_document (dispute_id, id);

-- People of the back office: users, their roles, sessions and invitations.
CREATE TABLE admin_user (
  id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  former_password_hashes TEXT NOT NULL,
  is_first_password BOOLEAN NOT NULL,
  totp_sealed TEXT,
  totp_offer_sealed TEXT,
  totp_step BIGINT NOT NULL,
  recovery_hashes TEXT NOT NULL,
  failed_tries BIGINT NOT NULL,
  locked_until_ms BIGINT,
  state TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_state CHECK (state IN ('active', 'blocked')),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_number CHECK (
    totp_step BETWEEN 0 AND 9007199254740991
    AND failed_tries BETWEEN 0 AND 9007199254740991
    AND locked_until_ms BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE UNIQUE INDEX admin_user_email ON admin_user (email);

CREATE TABLE admin_grant (
  user_id TEXT COLLATE "C" NOT NULL REFERENCES admin_user (id),
  entity_id TEXT COLLATE "C" NOT NULL REFERENCES entity (id),
  role TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  PRIMARY KEY (user_id, entity_id),
  CONSTRAINT valid_role CHECK (role IN ('owner', 'administrator', 'finance', 'support', 'reader')),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE INDEX admin_grant_entity ON admin_grant (entity_id, user_id);

CREATE TABLE admin_session (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES admin_user (id),
  entity_id TEXT COLLATE "C" NOT NULL,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  last_seen_at_ms BIGINT NOT NULL,
  ended_at_ms BIGINT,
  end_reason TEXT,
  failed_tries BIGINT NOT NULL,
  locked_until_ms BIGINT,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_tries CHECK (failed_tries BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND last_seen_at_ms BETWEEN 0 AND 9007199254740991
    AND ended_at_ms BETWEEN 0 AND 9007199254740991
    AND locked_until_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE INDEX admin_session_user ON admin_session (user_id, created_at_ms, id);

CREATE INDEX admin_session_seen ON admin_session (last_seen_at_ms, id);

CREATE TABLE admin_invitation (
  id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL REFERENCES entity (id),
  role TEXT NOT NULL,
  invited_by TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_role CHECK (role IN ('owner', 'administrator', 'finance', 'support', 'reader')),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE INDEX admin_invitation_entity ON admin_invitation (entity_id, created_at_ms, id);

CREATE INDEX admin_invitation_expiry ON admin_invitation (expires_at_ms, id);

-- Who has done what: entries are added, and each names the one before it.
CREATE TABLE audit_entry (
  root_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  request TEXT NOT NULL,
  subject TEXT,
  address TEXT,
  result TEXT NOT NULL,
  facts TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (root_id, sequence),
  CONSTRAINT valid_number CHECK (
    sequence BETWEEN 1 AND 9007199254740991
    AND at_ms BETWEEN 0 AND 9007199254740991
  )
);

CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
EXECUTE FUNCTION refuse_change();

CREATE TABLE reconciliation_target (
  entity_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES entity (id),
  address TEXT NOT NULL,
  sealed_password TEXT NOT NULL,
  hour BIGINT NOT NULL,
  next_day TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_hour CHECK (hour BETWEEN 0 AND 23),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE TABLE reconciliation_delivery (
  entity_id TEXT COLLATE "C" NOT NULL,
  day TEXT COLLATE "C" NOT NULL,
  attempt BIGINT NOT NULL,
  address TEXT NOT NULL,
  started_at_ms BIGINT NOT NULL,
  ended_at_ms BIGINT,
  outcome TEXT,
  bytes BIGINT,
  fault TEXT,
  PRIMARY KEY (entity_id, day, attempt),
  CONSTRAINT valid_number CHECK (
    attempt BETWEEN 1 AND 9007199254740991
    AND started_at_ms BETWEEN 0 AND 9007199254740991
    AND (ended_at_ms IS NULL OR ended_at_ms BETWEEN 0 AND 9007199254740991)
    AND (bytes IS NULL OR bytes BETWEEN 0 AND 9007199254740991)
  )
);

-- Payments of an hour, or of a day, that are alike: written after it, never with a payment.
CREATE TABLE payment_sum (
  id TEXT COLLATE "C" PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  span TEXT NOT NULL,
  span_ms BIGINT NOT NULL,
  payment_type TEXT NOT NULL,
  operation TEXT NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  payment_brand TEXT NOT NULL,
  currency TEXT NOT NULL,
  authentication TEXT NOT NULL,
  payment_count BIGINT NOT NULL,
  amount_minor BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_span CHECK (span IN ('hour', 'day')),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_number CHECK (
    span_ms BETWEEN 0 AND 9007199254740991
    AND payment_count BETWEEN 0 AND 9007199254740991
    AND amount_minor BETWEEN 0 AND 9007199254740991
  )
);

CREATE INDEX payment_sum_span ON payment_sum (entity_id, span, span_ms);

CREATE TABLE payment_sum_progress (
  id TEXT COLLATE "C" PRIMARY KEY,
  until_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (until_ms BETWEEN 0 AND 9007199254740991)
);

CREATE TABLE payment_sum_change (
  entity_id TEXT COLLATE "C" NOT NULL,
  span_ms BIGINT NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (entity_id, span_ms, id),
  CONSTRAINT valid_time CHECK (span_ms BETWEEN 0 AND 9007199254740991)
);

CREATE TABLE payment_block (
  entity_id TEXT COLLATE "C" NOT NULL REFERENCES entity (id),
  blocks_by TEXT COLLATE "C" NOT NULL,
  blocked_value TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  shown TEXT NOT NULL,
  reason TEXT NOT NULL,
  blocked_by TEXT NOT NULL,
  payment_id TEXT COLLATE "C" NOT NULL,
  created_at_ms BIGINT NOT NULL,
  PRIMARY KEY (entity_id, blocks_by, blocked_value),
  CONSTRAINT valid_blocks_by CHECK (blocks_by IN ('card', 'email')),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

CREATE INDEX payment_block_newest ON payment_block (entity_id, id);
