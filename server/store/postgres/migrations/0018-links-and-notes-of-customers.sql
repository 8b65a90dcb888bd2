-- Payments, stored details and schedules of a customer are found without looking at those of others, and people
-- write notes about them.
CREATE TABLE customer_link (
  entity_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  linked TEXT COLLATE "C" NOT NULL,
  linked_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (entity_id, name, linked, linked_id),
  CONSTRAINT valid_linked CHECK (linked = 'payment' OR linked = 'registration')
);

CREATE TABLE note (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL REFERENCES entity (id),
  about TEXT COLLATE "C" NOT NULL,
  text TEXT NOT NULL,
  written_by TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT valid_created_at_ms CHECK (created_at_ms BETWEEN 0 AND 9007199254740991)
);

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
  SELECT entity_id, id, split_part(details, E'\n', 1)::json #>> '{customer,merchantCustomerId}' AS value
  FROM payment WHERE referenced_id IS NULL AND details LIKE '%"merchantCustomerId"%'
) AS found WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'email:' || lower(value COLLATE "C"), 'payment', id FROM (
  SELECT entity_id, id, split_part(details, E'\n', 1)::json #>> '{customer,email}' AS value
  FROM payment WHERE referenced_id IS NULL AND details LIKE '%"customer"%'
) AS found WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'schedule:' || value, 'payment', id FROM (
  SELECT entity_id, id, split_part(details, E'\n', 1)::json ->> 'scheduleId' AS value
  FROM payment WHERE referenced_id IS NULL AND details LIKE '%"scheduleId"%'
) AS found WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'registration:' || value, 'payment', id FROM (
  SELECT entity_id, id, split_part(details, E'\n', 2)::json ->> 'registrationId' AS value
  FROM payment WHERE referenced_id IS NULL AND strpos(details, E'\n') > 0
    AND details LIKE '%"registrationId"%'
) AS found WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'customer:' || value, 'registration', id FROM (
  SELECT entity_id, id, details::json -> 'request' ->> 'customer.merchantCustomerId' AS value
  FROM registration
) AS found WHERE value IS NOT NULL
UNION ALL
SELECT entity_id, 'email:' || lower(value COLLATE "C"), 'registration', id FROM (
  SELECT entity_id, id, details::json -> 'request' ->> 'customer.email' AS value
  FROM registration
) AS found WHERE value IS NOT NULL;
