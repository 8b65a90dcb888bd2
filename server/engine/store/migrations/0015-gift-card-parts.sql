-- Parts of a checkout's amount that gift cards pay beside the payment of the rest.
CREATE TABLE gift_card_part (
  id TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL,
  gift_card_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CONSTRAINT valid_version CHECK (version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_currency CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_number CHECK (
    amount_minor BETWEEN 0 AND 9007199254740991
    AND created_at_ms BETWEEN 0 AND 9007199254740991
    AND updated_at_ms BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
