-- How the payments of an hour or a day went by the country and the issuer of the card.
CREATE TABLE payment_card_sum (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  entity_id TEXT COLLATE "C" NOT NULL,
  span TEXT NOT NULL,
  span_ms BIGINT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL,
  result_code TEXT NOT NULL,
  payment_count BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_span CHECK (span = 'hour' OR span = 'day'),
  CONSTRAINT valid_span_ms CHECK (span_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_kind CHECK (kind = 'country' OR kind = 'issuer'),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z][A-Z][A-Z]$'),
  CONSTRAINT valid_payment_count CHECK (payment_count BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991)
);

CREATE TABLE payment_card_sum_progress (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  until_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_until_ms CHECK (until_ms BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991)
);

CREATE INDEX payment_card_sum_span ON payment_card_sum (entity_id, span, span_ms);
