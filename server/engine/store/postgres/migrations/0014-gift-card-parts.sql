-- Parts of a checkout's amount that gift cards pay beside the payment of the rest.
CREATE TABLE gift_card_part (
  id TEXT COLLATE "C" PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL,
  gift_card_id TEXT COLLATE "C" NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT valid_number CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) WITH (fillfactor = 80);
