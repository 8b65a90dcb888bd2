-- Payments that failed after they had succeeded are found by when that was: a failure is booked on its own day.
CREATE INDEX payment_by_late_failure ON payment (entity_id, failed_later_at_ms, id)
  WHERE failed_later_at_ms IS NOT NULL;
