/** Leanest tables that can hold a whole payment: no checks, no triggers, one index beside the keys. */
export const FLOOR_SCHEMA = `
  CREATE TABLE payment (
    id TEXT NOT NULL PRIMARY KEY,
    entity_id TEXT NOT NULL,
    payment_type TEXT NOT NULL,
    payment_brand TEXT NOT NULL,
    amount_minor INTEGER NOT NULL,
    currency TEXT NOT NULL,
    merchant_transaction_id TEXT NOT NULL,
    result_code TEXT NOT NULL,
    vault_record_id TEXT NOT NULL,
    bin TEXT NOT NULL,
    last4_digits TEXT NOT NULL,
    holder TEXT NOT NULL,
    expiry_month TEXT NOT NULL,
    expiry_year TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    version INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE payment_event (
    payment_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (payment_id, sequence)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,
    payment_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE idempotency (
    key TEXT NOT NULL PRIMARY KEY,
    payment_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE posting (
    number INTEGER PRIMARY KEY,
    payment_id TEXT NOT NULL,
    account TEXT NOT NULL,
    amount_minor INTEGER NOT NULL,
    currency TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX posting_payment ON posting (payment_id);

  CREATE TABLE vault_record (
    id TEXT NOT NULL PRIMARY KEY,
    entity_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** A row of `payment`, in the order of its columns: what travels to the worker. */
export type PaymentColumns = readonly [
  id: string,
  entityId: string,
  paymentType: string,
  paymentBrand: string,
  amountMinor: number,
  currency: string,
  merchantTransactionId: string,
  resultCode: string,
  vaultRecordId: string,
  bin: string,
  last4Digits: string,
  holder: string,
  expiryMonth: string,
  expiryYear: string,
  createdAtMs: number,
  version: number,
]

/** One payment on its way into the store; the worker makes the seven rows out of it. */
export type FloorPayment = readonly [
  payment: PaymentColumns,
  idempotencyKey: string,
  sealedCard: string,
]
