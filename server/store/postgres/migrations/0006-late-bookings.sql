-- Payments that were booked on a later day (UTC) than they were made are found by their booking. Payments
-- that were booked on their own day cost nothing here.
CREATE INDEX payment_by_late_booking ON payment (entity_id, booked_at_ms, id)
  WHERE booked_at_ms / 86400000 > created_at_ms / 86400000;
