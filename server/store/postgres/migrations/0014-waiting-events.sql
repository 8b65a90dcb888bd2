-- What acquirers have told and is not worked off, counted by account.
CREATE INDEX acquirer_event_waiting ON acquirer_event (connector) WHERE state = 'waiting';
