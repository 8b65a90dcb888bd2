-- A hold that sequence=FINAL has closed gives back what nobody can capture any more. That it is all of
-- it is for payment_reversal to see.
DROP TRIGGER payment_finalised ON payment;

CREATE TRIGGER payment_finalised BEFORE UPDATE ON payment FOR EACH ROW
WHEN (
  OLD.finalised AND (
    NEW.captured_minor > OLD.captured_minor
    OR (NEW.reversed_minor > OLD.reversed_minor AND NEW.payment_type <> 'PA')
    OR NEW.refunded_minor > OLD.refunded_minor
  )
)
EXECUTE FUNCTION refuse_limit('limit_finalised');
