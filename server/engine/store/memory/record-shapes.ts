import { StoreError } from '../errors.ts'
import type {
  CheckoutRow,
  EntityRow,
  EventRow,
  GiftCardRow,
  IdempotencyRow,
  PaymentRow,
  PostingRow,
  QuotaRow,
  RegistrationRow,
  SightingRow,
  TimerRow,
  TokenRow,
  VaultKeyRow,
  VaultRecordRow,
} from '../port.ts'

type Test = (value: unknown) => boolean
/** A test for each column of a row. */
export type Shape<Row> = { readonly [Column in keyof Row]: Test }

const text: Test = (value) => typeof value === 'string'
const optionalText: Test = (value) => value === null || text(value)
const flag: Test = (value) => typeof value === 'boolean'
const integer: Test = (value) => Number.isInteger(value)
const safeInteger: Test = (value) => Number.isSafeInteger(value)
const natural: Test = (value) => safeInteger(value) && Number(value) >= 0
const atMs = natural
const counter: Test = (value) => safeInteger(value) && Number(value) >= 1
const currency: Test = (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value)
const oneOf =
  (...values: readonly string[]): Test =>
  (value) =>
    values.includes(value as string)

/** What the SQL tables demand of each column beside the money limits. */
export const paymentShape: Shape<PaymentRow> = {
  id: text,
  entityId: text,
  checkoutId: optionalText,
  referencedId: optionalText,
  familyId: text,
  operation: text,
  paymentType: text,
  paymentBrand: text,
  amountMinor: integer,
  currency,
  state: text,
  resultCode: text,
  maximumCaptures: (value) => value === null || (counter(value) && Number(value) <= 98),
  connector: text,
  vaultRecordId: optionalText,
  giftCardId: optionalText,
  merchantTransactionId: optionalText,
  authorisedMinor: integer,
  bookedMinor: integer,
  capturedMinor: integer,
  reversedMinor: integer,
  refundedMinor: integer,
  captureCount: integer,
  finalisedBy: optionalText,
  holdClosed: flag,
  takenBackMinor: integer,
  bookedAtMs: (value) => value === null || atMs(value),
  details: text,
  createdAtMs: atMs,
  updatedAtMs: atMs,
  version: counter,
}

export const checkoutShape: Shape<CheckoutRow> = {
  id: text,
  entityId: text,
  state: oneOf('open', 'processing', 'pending', 'done', 'expired', 'deleted'),
  paymentId: optionalText,
  registrationId: optionalText,
  request: text,
  integrity: optionalText,
  createdAtMs: atMs,
  expiresAtMs: atMs,
  updatedAtMs: atMs,
  version: counter,
}

export const eventShape: Shape<EventRow> = {
  paymentId: text,
  sequence: counter,
  kind: text,
  atMs,
  data: text,
}

export const postingShape: Shape<PostingRow> = {
  familyId: text,
  paymentId: text,
  account: oneOf(
    'shopper',
    'merchant',
    'authorised',
    'captured',
    'credited',
    'reversed',
    'refunded',
  ),
  amountMinor: safeInteger,
  currency,
  atMs,
}

export const entityShape: Shape<EntityRow> = {
  id: text,
  parentId: optionalText,
  kind: oneOf('psp', 'division', 'merchant', 'channel'),
  name: text,
  active: flag,
  settings: text,
  createdAtMs: atMs,
  version: counter,
}

export const tokenShape: Shape<TokenRow> = {
  hash: text,
  entityId: text,
  label: text,
  sealed: text,
  createdAtMs: atMs,
}

export const vaultRecordShape: Shape<VaultRecordRow> = {
  id: text,
  entityId: text,
  keyId: text,
  sealed: text,
  fingerprint: text,
  createdAtMs: atMs,
}

export const vaultKeyShape: Shape<VaultKeyRow> = {
  id: text,
  entityId: optionalText,
  purpose: oneOf('card', 'fingerprint', 'credential'),
  wrapped: text,
  createdAtMs: atMs,
}

export const registrationShape: Shape<RegistrationRow> = {
  id: text,
  entityId: text,
  state: oneOf('active', 'failed', 'deleted', 'expired'),
  resultCode: text,
  paymentBrand: text,
  vaultRecordId: optionalText,
  fingerprint: optionalText,
  deduplicated: flag,
  paymentId: optionalText,
  merchantTransactionId: optionalText,
  details: text,
  createdAtMs: atMs,
  updatedAtMs: atMs,
  expiresAtMs: atMs,
  version: counter,
}

export const giftCardShape: Shape<GiftCardRow> = {
  id: text,
  currency,
  issuedMinor: natural,
  balanceMinor: integer,
  createdAtMs: atMs,
}

export const quotaShape: Shape<QuotaRow> = {
  key: text,
  used: (value) => integer(value) && Number(value) >= 0,
  most: natural,
  expiresAtMs: atMs,
}

export const sightingShape: Shape<SightingRow> = {
  entityId: text,
  subject: text,
  paymentId: text,
  amountMinor: natural,
  currency,
  atMs,
}

export const timerShape: Shape<TimerRow> = {
  kind: oneOf('paymentRecovery', 'pendingPayment', 'checkoutExpiry', 'registrationExpiry'),
  subjectId: text,
  entityId: optionalText,
  dueAtMs: atMs,
  attempts: natural,
  createdAtMs: atMs,
  version: counter,
}

export const idempotencyShape: Shape<IdempotencyRow> = {
  scope: text,
  key: text,
  fingerprint: text,
  paymentId: optionalText,
  answer: optionalText,
  createdAtMs: atMs,
  expiresAtMs: atMs,
}

/** Throws `invalid-change` naming the first column that the table would not take. */
export function assertShape<Row extends object>(row: Row, shape: Shape<Row>): void {
  for (const [column, fits] of Object.entries<Test>(shape)) {
    if (!fits(row[column as keyof Row])) {
      throw new StoreError('invalid-change', `No valid value for ${column}`)
    }
  }
}
