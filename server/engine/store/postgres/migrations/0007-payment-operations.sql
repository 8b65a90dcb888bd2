-- Columns for what rules decide on and was read out of details before: the operation, the gift card,
-- the FINAL reference (in place of the flag finalised), whether a hold was closed, what a renewal took
-- back and when a pending payment was booked. Lists that grow (types, states, operations) have no CHECK.
-- A column with a default costs nothing here: first payments, most of all rows, are not written at all.
ALTER TABLE payment
  ADD COLUMN operation TEXT NOT NULL DEFAULT 'first',
  ADD COLUMN gift_card_id TEXT COLLATE "C",
  ADD COLUMN finalised_by TEXT COLLATE "C",
  ADD COLUMN hold_closed BOOLEAN NOT NULL DEFAULT FALSE,
  ADD COLUMN taken_back_minor BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN booked_at_ms BIGINT,
  DROP CONSTRAINT valid_type,
  DROP CONSTRAINT valid_state;

CREATE FUNCTION pg_temp.member_of(details TEXT, path TEXT[]) RETURNS TEXT LANGUAGE plpgsql AS $$
BEGIN
  RETURN details::json #>> path;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;

-- A PA that refers to another one and says neither how it changes the hold is left as "first", which
-- tillgate check names; so it does with a payment that is closed by no FINAL reference.
DO $$
DECLARE
  total BIGINT := (SELECT count(*) FROM payment);
  seen BIGINT := 0;
  part_size CONSTANT BIGINT := 10000;
  before_part TEXT COLLATE "C" := '';
  end_of_part TEXT COLLATE "C";
BEGIN
  LOOP
    SELECT max(part.id) INTO end_of_part FROM (
      SELECT id FROM payment WHERE id > before_part ORDER BY id LIMIT part_size
    ) part;
    EXIT WHEN end_of_part IS NULL;
    UPDATE payment p SET
      operation = CASE
        WHEN p.referenced_id IS NULL THEN 'first'
        WHEN p.payment_type = 'CP' THEN 'capture'
        WHEN p.payment_type = 'RV' THEN 'reversal'
        WHEN p.payment_type = 'RF' THEN 'refund'
        WHEN p.payment_type = 'RB' THEN 'rebill'
        ELSE CASE
          pg_temp.member_of(p.details, '{request,standingInstruction.industryPractice}')
          WHEN 'INCREMENTAL_AUTH' THEN 'increment'
          WHEN 'REAUTHORIZATION' THEN 'renewal'
          ELSE 'first'
        END
      END,
      gift_card_id = pg_temp.member_of(p.details, '{giftCardId}'),
      finalised_by = CASE WHEN p.finalised THEN coalesce(
        (
          SELECT r.id FROM payment r
          WHERE r.family_id = p.family_id AND r.referenced_id = p.id AND r.state <> 'failed'
            AND pg_temp.member_of(r.details, '{isFinal}') = 'true'
          ORDER BY r.created_at_ms DESC, r.id DESC LIMIT 1
        ),
        p.id
      ) END,
      hold_closed = coalesce(pg_temp.member_of(p.details, '{holdClosed}') = 'true', FALSE),
      taken_back_minor = coalesce(pg_temp.member_of(p.details, '{takenBackMinor}')::BIGINT, 0),
      booked_at_ms = pg_temp.member_of(p.details, '{bookedAtMs}')::BIGINT
    WHERE p.id > before_part AND p.id <= end_of_part
      AND (
        p.referenced_id IS NOT NULL OR p.finalised OR p.details LIKE '%"giftCardId":%'
        OR p.details LIKE '%"holdClosed":%' OR p.details LIKE '%"bookedAtMs":%'
      );
    before_part := end_of_part;
    seen := least(seen + part_size, total);
    RAISE NOTICE USING MESSAGE = format('payment, %s of %s rows', seen, total), ERRCODE = 'TG001';
  END LOOP;
END
$$;

DROP TRIGGER payment_finalised ON payment;

ALTER TABLE payment
  ALTER COLUMN operation DROP DEFAULT,
  ALTER COLUMN hold_closed DROP DEFAULT,
  ALTER COLUMN taken_back_minor DROP DEFAULT,
  DROP COLUMN finalised,
  ADD CONSTRAINT valid_booked_at CHECK (booked_at_ms BETWEEN 0 AND 9007199254740991),
  ADD CONSTRAINT limit_taken_back CHECK (taken_back_minor BETWEEN 0 AND 9007199254740991);

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
