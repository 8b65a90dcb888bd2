-- Queries for some types of payments: among many debits a few refunds are found without looking at
-- the debits.
CREATE INDEX payment_by_type ON payment (entity_id, payment_type, created_at_ms, id);
