-- Columns for what rules decide on and was read out of details before: the operation, the gift card,
-- the FINAL reference (in place of the flag finalised), whether a hold was closed, what a renewal took
-- back and when a pending payment was booked. Lists that grow (types, states, operations) have no CHECK:
-- each new word would build the table anew. Other tables refer to payment: foreign keys are off here,
-- and migrate checks them all before it commits.
CREATE TABLE payment_rebuilt (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL,
  checkout_id TEXT,
  referenced_id TEXT REFERENCES payment (id),
  family_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  payment_brand TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  maximum_captures INTEGER,
  connector TEXT NOT NULL,
  vault_record_id TEXT,
  gift_card_id TEXT,
  merchant_transaction_id TEXT,
  authorised_minor INTEGER NOT NULL,
  booked_minor INTEGER NOT NULL,
  captured_minor INTEGER NOT NULL,
  reversed_minor INTEGER NOT NULL,
  refunded_minor INTEGER NOT NULL,
  capture_count INTEGER NOT NULL,
  finalised_by TEXT,
  hold_closed INTEGER NOT NULL,
  taken_back_minor INTEGER NOT NULL,
  booked_at_ms INTEGER,
  details TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_family CHECK ((referenced_id IS NULL) = (family_id = id)),
  CONSTRAINT valid_maximum_captures CHECK (maximum_captures BETWEEN 1 AND 98),
  CONSTRAINT valid_hold_closed CHECK (hold_closed = 0 OR hold_closed = 1),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_time CHECK (
    created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
    AND booked_at_ms BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT limit_range CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND authorised_minor BETWEEN 0 AND 9007199254740991
    AND booked_minor BETWEEN 0 AND 9007199254740991
    AND captured_minor >= 0
    AND reversed_minor >= 0
    AND refunded_minor >= 0
    AND capture_count BETWEEN 0 AND 9007199254740991
    AND taken_back_minor BETWEEN 0 AND 9007199254740991
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

-- Members of details that end up in columns are looked for as text first, which spares most rows the
-- parser. A PA that refers to another one and says neither how it changes the hold is left as "first",
-- which tillgate check names; so it does with a payment that is closed by no FINAL reference.
INSERT INTO payment_rebuilt (
  id, entity_id, checkout_id, referenced_id, family_id, operation, payment_type, payment_brand,
  amount_minor, currency, state, result_code, maximum_captures, connector, vault_record_id,
  gift_card_id, merchant_transaction_id, authorised_minor, booked_minor, captured_minor,
  reversed_minor, refunded_minor, capture_count, finalised_by, hold_closed, taken_back_minor,
  booked_at_ms, details, created_at_ms, updated_at_ms, version
)
SELECT p.id, p.entity_id, p.checkout_id, p.referenced_id, p.family_id,
  CASE
    WHEN p.referenced_id IS NULL THEN 'first'
    WHEN p.payment_type = 'CP' THEN 'capture'
    WHEN p.payment_type = 'RV' THEN 'reversal'
    WHEN p.payment_type = 'RF' THEN 'refund'
    WHEN p.payment_type = 'RB' THEN 'rebill'
    WHEN NOT json_valid(p.details) THEN 'first'
    ELSE CASE json_extract(p.details, '$.request."standingInstruction.industryPractice"')
      WHEN 'INCREMENTAL_AUTH' THEN 'increment'
      WHEN 'REAUTHORIZATION' THEN 'renewal'
      ELSE 'first'
    END
  END,
  p.payment_type, p.payment_brand, p.amount_minor, p.currency, p.state, p.result_code,
  p.maximum_captures, p.connector, p.vault_record_id,
  CASE WHEN instr(p.details, '"giftCardId":') > 0 AND json_valid(p.details)
    THEN json_extract(p.details, '$.giftCardId') END,
  p.merchant_transaction_id, p.authorised_minor, p.booked_minor, p.captured_minor,
  p.reversed_minor, p.refunded_minor, p.capture_count,
  CASE WHEN p.finalised = 1 THEN ifnull(
    (
      SELECT r.id FROM payment r
      WHERE r.family_id = p.family_id AND r.referenced_id = p.id AND r.state <> 'failed'
        AND json_valid(r.details) AND json_extract(r.details, '$.isFinal') = 1
      ORDER BY r.created_at_ms DESC, r.id DESC LIMIT 1
    ),
    p.id
  ) END,
  CASE WHEN instr(p.details, '"holdClosed":') > 0 AND json_valid(p.details)
    THEN json_extract(p.details, '$.holdClosed') = 1 ELSE 0 END,
  CASE WHEN instr(p.details, '"takenBackMinor":') > 0 AND json_valid(p.details)
    THEN ifnull(json_extract(p.details, '$.takenBackMinor'), 0) ELSE 0 END,
  CASE WHEN instr(p.details, '"bookedAtMs":') > 0 AND json_valid(p.details)
    THEN json_extract(p.details, '$.bookedAtMs') END,
  p.details, p.created_at_ms, p.updated_at_ms, p.version
FROM payment p
WHERE note_row('payment', (SELECT max(rowid) FROM payment))
ORDER BY p.rowid;

SELECT note_step('the old table is dropped');
DROP TABLE payment;
ALTER TABLE payment_rebuilt RENAME TO payment;

-- One success per checkout, under any concurrency (decisions §6).
SELECT note_step('index payment_success_of_checkout is built');
CREATE UNIQUE INDEX payment_success_of_checkout ON payment (checkout_id)
  WHERE checkout_id IS NOT NULL AND referenced_id IS NULL AND state = 'succeeded';
-- First payments, most of all rows, are found by their own id and cost nothing here.
SELECT note_step('index payment_reference is built');
CREATE INDEX payment_reference ON payment (family_id) WHERE referenced_id IS NOT NULL;
SELECT note_step('index payment_by_time is built');
CREATE INDEX payment_by_time ON payment (entity_id, created_at_ms, id);
SELECT note_step('index payment_by_type is built');
CREATE INDEX payment_by_type ON payment (entity_id, payment_type, created_at_ms, id);
SELECT note_step('index payment_by_merchant_reference is built');
CREATE INDEX payment_by_merchant_reference ON payment (merchant_transaction_id)
  WHERE merchant_transaction_id IS NOT NULL;

-- What only the difference between two versions can tell. A hold that is closed gives back what nobody
-- can capture any more; that it is all of it is for payment_reversal to see.
CREATE TRIGGER payment_finalised BEFORE UPDATE ON payment
WHEN OLD.finalised_by IS NOT NULL AND (
  NEW.captured_minor > OLD.captured_minor
  OR (NEW.reversed_minor > OLD.reversed_minor AND NEW.payment_type <> 'PA')
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
