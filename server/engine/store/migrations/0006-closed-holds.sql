-- A hold that sequence=FINAL has closed gives back what nobody can capture any more. That it is all of
-- it is for payment_reversal to see.
DROP TRIGGER payment_finalised;

CREATE TRIGGER payment_finalised BEFORE UPDATE ON payment
WHEN OLD.finalised = 1 AND (
  NEW.captured_minor > OLD.captured_minor
  OR (NEW.reversed_minor > OLD.reversed_minor AND NEW.payment_type <> 'PA')
  OR NEW.refunded_minor > OLD.refunded_minor
)
BEGIN
  SELECT RAISE(ABORT, 'limit_finalised');
END;
