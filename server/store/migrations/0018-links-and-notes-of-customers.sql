-- Payments, stored details and schedules of a customer are found without looking at those of others, and people
-- write notes about them.
CREATE TABLE customer_link (
  entity_id TEXT NOT NULL,
  name TEXT NOT NULL,
  linked TEXT NOT NULL,
  linked_id TEXT NOT NULL,
  PRIMARY KEY (entity_id, name, linked, linked_id),
  CONSTRAINT valid_linked CHECK (linked = 'payment' OR linked = 'registration')
) STRICT, WITHOUT ROWID;

CREATE TABLE note (
  id TEXT NOT NULL PRIMARY KEY,
  entity_id TEXT NOT NULL REFERENCES entity (id),
  about TEXT NOT NULL,
  text TEXT NOT NULL,
  written_by TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  CONSTRAINT valid_created_at_ms CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

CREATE INDEX note_about ON note (entity_id, about, id);

-- The standing that lists of schedules are asked for: server/store/tables/schedule.ts.
CREATE INDEX schedule_by_standing ON schedule (
  entity_id,
  (CASE
    WHEN state = 'active' AND past_due_since_ms IS NOT NULL THEN 'pastDue'
    WHEN state IN ('descheduled', 'ended') THEN 'ended'
    ELSE state END),
  id
);

-- Links of what is there already.
INSERT INTO customer_link (entity_id, name, linked, linked_id)
SELECT entity_id, 'customer:' || value, 'payment', id FROM (
  SELECT entity_id, id,
    json_extract(substr(details, 1, instr(details || char(10), char(10)) - 1), '$.customer.merchantCustomerId') AS value
  FROM payment WHERE referenced_id IS NULL AND details LIKE '%"merchantCustomerId"%'
) WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'email:' || lower(value), 'payment', id FROM (
  SELECT entity_id, id,
    json_extract(substr(details, 1, instr(details || char(10), char(10)) - 1), '$.customer.email') AS value
  FROM payment WHERE referenced_id IS NULL AND details LIKE '%"customer"%'
) WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'schedule:' || value, 'payment', id FROM (
  SELECT entity_id, id,
    json_extract(substr(details, 1, instr(details || char(10), char(10)) - 1), '$.scheduleId') AS value
  FROM payment WHERE referenced_id IS NULL AND details LIKE '%"scheduleId"%'
) WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'registration:' || value, 'payment', id FROM (
  SELECT entity_id, id,
    json_extract(substr(details, instr(details, char(10)) + 1), '$.registrationId') AS value
  FROM payment WHERE referenced_id IS NULL AND instr(details, char(10)) > 0
    AND details LIKE '%"registrationId"%'
) WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'customer:' || value, 'registration', id FROM (
  SELECT entity_id, id, json_extract(details, '$.request."customer.merchantCustomerId"') AS value
  FROM registration
) WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'email:' || lower(value), 'registration', id FROM (
  SELECT entity_id, id, json_extract(details, '$.request."customer.email"') AS value
  FROM registration
) WHERE value IS NOT NULL;
