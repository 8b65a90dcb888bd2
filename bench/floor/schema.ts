/** How the two engines say the same: `numbered` is a key that counts by itself. */
interface Dialect {
  readonly integer: string
  readonly numbered: string
  readonly table: string
  readonly keyedTable: string
}

/** Leanest tables that can hold a whole payment: no checks, no triggers, one index beside the keys. */
const schema = ({ integer, numbered, table, keyedTable }: Dialect) => `
  CREATE TABLE payment (
    id TEXT NOT NULL PRIMARY KEY,
    entity_id TEXT NOT NULL,
    payment_type TEXT NOT NULL,
    payment_brand TEXT NOT NULL,
    amount_minor ${integer} NOT NULL,
    currency TEXT NOT NULL,
    merchant_transaction_id TEXT NOT NULL,
    result_code TEXT NOT NULL,
    vault_record_id TEXT NOT NULL,
    created_at_ms ${integer} NOT NULL,
    version ${integer} NOT NULL,
    details TEXT NOT NULL
  )${table};

  CREATE TABLE payment_event (
    payment_id TEXT NOT NULL,
    sequence ${integer} NOT NULL,
    kind TEXT NOT NULL,
    at_ms ${integer} NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (payment_id, sequence)
  )${keyedTable};

  CREATE TABLE outbox (
    number ${numbered},
    payment_id TEXT NOT NULL,
    sequence ${integer} NOT NULL,
    due_at_ms ${integer} NOT NULL
  )${table};

  CREATE TABLE idempotency (
    key TEXT NOT NULL PRIMARY KEY,
    payment_id TEXT NOT NULL
  )${keyedTable};

  CREATE TABLE posting (
    number ${numbered},
    payment_id TEXT NOT NULL,
    account TEXT NOT NULL,
    amount_minor ${integer} NOT NULL,
    currency TEXT NOT NULL,
    at_ms ${integer} NOT NULL
  )${table};

  CREATE INDEX posting_payment ON posting (payment_id);

  CREATE TABLE vault_record (
    id TEXT NOT NULL PRIMARY KEY,
    entity_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_at_ms ${integer} NOT NULL
  )${keyedTable};
`

export const SQLITE_SCHEMA = schema({
  integer: 'INTEGER',
  numbered: 'INTEGER PRIMARY KEY',
  table: ' STRICT',
  keyedTable: ' STRICT, WITHOUT ROWID',
})

/** Keys compare as bytes because the database of the benchmark has the locale C. */
export const POSTGRES_SCHEMA = schema({
  integer: 'BIGINT',
  numbered: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  table: '',
  keyedTable: '',
})

/** A row of `payment`, in the order of its columns: what travels to the writer. */
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
  createdAtMs: number,
  version: number,
  details: string,
]

/** One payment on its way into the store; the writer makes the seven rows out of it. */
export type FloorPayment = readonly [
  payment: PaymentColumns,
  idempotencyKey: string,
  sealedCard: string,
]
