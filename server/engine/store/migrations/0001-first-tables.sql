-- Constraints named limit_* are the money limits (R-INV-1, decisions §5): breaking one is a conflict
-- of reason "limit". All others can only be broken by a bug of the caller.
-- Enumerations are chains of OR: IN with more than two values builds a temporary table each time it
-- is checked (measured: an insert into payment 11 µs with IN, 7 µs with OR, 7 µs without a CHECK).
-- Times are milliseconds since 1970, amounts are minor units within the safe integers of JSON.

CREATE TABLE entity (
  id TEXT NOT NULL PRIMARY KEY,
  parent_id TEXT REFERENCES entity (id),
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  active INTEGER NOT NULL,
  settings TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_kind CHECK (
    kind = 'psp' OR kind = 'division' OR kind = 'merchant' OR kind = 'channel'
  ),
  CONSTRAINT valid_active CHECK (active = 0 OR active = 1),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

CREATE INDEX entity_parent ON entity (parent_id, created_at_ms, id);

CREATE TABLE access_token (
  hash TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL REFERENCES entity (id),
  label TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

CREATE INDEX access_token_entity ON access_token (entity_id, created_at_ms, hash);

CREATE TABLE vault_key (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT,
  purpose TEXT NOT NULL,
  wrapped TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_purpose CHECK (
    purpose = 'card' OR purpose = 'fingerprint' OR purpose = 'credential'
  ),
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

-- One key per entity and purpose, also when two first payments of an entity race to make it.
-- The leading flag keeps the keys of the installation apart from an entity with an empty id.
CREATE UNIQUE INDEX vault_key_purpose
  ON vault_key (entity_id IS NULL, ifnull(entity_id, ''), purpose);

CREATE TABLE vault_record (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  key_id TEXT NOT NULL REFERENCES vault_key (id),
  sealed TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_time CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;

-- A table with rowid: ids are random here, and only the narrow index has to be random for that.
CREATE TABLE checkout (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  state TEXT NOT NULL,
  payment_id TEXT,
  request TEXT NOT NULL,
  integrity TEXT,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_state CHECK (
    state = 'open' OR state = 'processing' OR state = 'pending' OR state = 'done'
    OR state = 'deleted'
  ),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND expires_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT;

-- A table with rowid: rows above 1 kB would spill out of an index tree page by page (measured for
-- 19,200 payments with 1.5 kB of details: 57 µs each and 12,900 pages; WITHOUT ROWID 73 µs each and
-- 25,000 pages).
CREATE TABLE payment (
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
    OR payment_type = 'RV' OR payment_type = 'RF'
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
  -- Only success books, only a PA holds, and a reversal moves nothing of its own.
  CONSTRAINT limit_authorised CHECK (
    authorised_minor = 0 OR (payment_type = 'PA' AND state = 'succeeded')
  ),
  CONSTRAINT limit_booked CHECK (
    booked_minor = 0
    OR (payment_type <> 'PA' AND payment_type <> 'RV' AND state = 'succeeded')
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

-- One success per checkout, under any concurrency (decisions §6).
CREATE UNIQUE INDEX payment_success_of_checkout ON payment (checkout_id)
  WHERE checkout_id IS NOT NULL AND referenced_id IS NULL AND state = 'succeeded';

-- First payments, most of all rows, are found by their own id and cost nothing here.
CREATE INDEX payment_reference ON payment (family_id) WHERE referenced_id IS NOT NULL;

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

CREATE TABLE payment_event (
  payment_id TEXT NOT NULL REFERENCES payment (id),
  sequence INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (payment_id, sequence),
  CONSTRAINT valid_sequence CHECK (sequence BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;

-- Numbered in the order of booking, with an index: a tree by (family_id, number) needs a look-up of
-- the last number for each leg (measured for a whole payment: 35 µs so, 40 to 45 µs as a tree).
CREATE TABLE posting (
  number INTEGER PRIMARY KEY,
  family_id TEXT NOT NULL,
  payment_id TEXT NOT NULL REFERENCES payment (id),
  account TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  CONSTRAINT valid_account CHECK (
    account = 'shopper' OR account = 'merchant' OR account = 'authorised'
    OR account = 'captured' OR account = 'credited' OR account = 'reversed'
    OR account = 'refunded'
  ),
  CONSTRAINT valid_amount CHECK (amount_minor BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_time CHECK (at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

CREATE INDEX posting_family ON posting (family_id);

CREATE TRIGGER payment_event_unchanged BEFORE UPDATE ON payment_event
BEGIN SELECT RAISE(ABORT, 'events are append only'); END;
CREATE TRIGGER payment_event_kept BEFORE DELETE ON payment_event
BEGIN SELECT RAISE(ABORT, 'events are append only'); END;
CREATE TRIGGER posting_unchanged BEFORE UPDATE ON posting
BEGIN SELECT RAISE(ABORT, 'postings are append only'); END;
CREATE TRIGGER posting_kept BEFORE DELETE ON posting
BEGIN SELECT RAISE(ABORT, 'postings are append only'); END;

-- Touched by an empty change set: how readiness is asked without leaving a trace.
CREATE TABLE heartbeat (
  id INTEGER PRIMARY KEY,
  beats INTEGER NOT NULL,
  CONSTRAINT valid_id CHECK (id = 1)
) STRICT;

INSERT INTO heartbeat VALUES (1, 0);
