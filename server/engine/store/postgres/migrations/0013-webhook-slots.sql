-- How many webhooks an entity has is limited by the table too, under any concurrency: each of them has one
-- of 20 slots until it is deleted.
ALTER TABLE webhook ADD COLUMN slot BIGINT
  CONSTRAINT valid_slot CHECK (slot IS NULL OR slot BETWEEN 1 AND 20);

CREATE UNIQUE INDEX webhook_slot_of_entity ON webhook (entity_id, slot) WHERE slot IS NOT NULL;
