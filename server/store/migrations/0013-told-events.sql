-- What acquirers have told and people have to look at, newest first.
CREATE INDEX acquirer_event_told ON acquirer_event (connector, received_at_ms)
  WHERE state IN ('kept', 'unmatched', 'refused');
