-- Acquirer events.
CREATE TABLE acquirer_event (
  connector TEXT NOT NULL,
  event_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  received_at_ms INTEGER NOT NULL,
  occurred_at_ms INTEGER,
  payment_id TEXT,
  event TEXT NOT NULL,
  state TEXT NOT NULL,
  ended_at_ms INTEGER,
  PRIMARY KEY (connector, event_id),
  CONSTRAINT valid_received_at_ms CHECK (received_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_occurred_at_ms CHECK (occurred_at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_state CHECK (state = 'waiting' OR state = 'done' OR state = 'kept' OR state = 'unmatched' OR state = 'refused'),
  CONSTRAINT valid_ended_at_ms CHECK (ended_at_ms BETWEEN 0 AND 9007199254740991)
) STRICT;

CREATE INDEX acquirer_event_received ON acquirer_event (received_at_ms);
CREATE INDEX acquirer_event_payment ON acquirer_event (payment_id)
  WHERE payment_id IS NOT NULL;
