-- The calls to addresses that payments and checkouts name, which merchants read by payment and checkout.
CREATE INDEX delivery_of_subject ON delivery (subject_id, created_at_ms, id)
  WHERE webhook_id IS NULL;
