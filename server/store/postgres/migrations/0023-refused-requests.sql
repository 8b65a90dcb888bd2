-- Refused requests.
CREATE TABLE refused_request (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  ndc TEXT COLLATE "C" NOT NULL,
  at_ms BIGINT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  subject_id TEXT,
  status BIGINT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  faults TEXT NOT NULL,
  about TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  address TEXT,
  CONSTRAINT valid_at_ms CHECK (at_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_status CHECK (status BETWEEN 0 AND 9007199254740991)
);

CREATE INDEX refused_request_of_entity ON refused_request (entity_id, id);

CREATE INDEX refused_request_of_ndc ON refused_request (ndc);
