import type {
  Change,
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
} from './port.ts'
import type { ScanTable, ScanValue } from './scan.ts'

/** A table together with the change that writes one of its rows. */
export interface PortTable extends ScanTable {
  /** The column that names another row of the same table, which must be there first. */
  readonly parent?: string
  readonly insert: (values: readonly ScanValue[]) => Change
}

/** Every column of a row, so that a new one of the port is missed by the compiler and not by a copy. */
type Columns<Row> = { readonly [Name in keyof Row & string]: 'plain' | 'flag' }

function portTable<Row>(spec: {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: Columns<Row>
  readonly parent?: keyof Row & string
  readonly insert: (row: Row) => Change
}): PortTable {
  const columns = Object.keys(spec.columns)
  const kinds: Readonly<Record<string, string>> = spec.columns
  return {
    name: spec.name,
    key: spec.key,
    columns,
    flags: columns.filter((name) => kinds[name] === 'flag'),
    ...(spec.parent === undefined ? {} : { parent: spec.parent }),
    insert: (values) =>
      spec.insert(Object.fromEntries(columns.map((name, at) => [name, values[at]])) as Row),
  }
}

/**
 * Every table that holds what the port takes, a table that others refer to before them. The columns
 * stand in the order in which copies are compared.
 */
export const PORT_TABLES: readonly PortTable[] = [
  portTable<EntityRow>({
    name: 'entity',
    key: ['id'],
    columns: {
      id: 'plain',
      parentId: 'plain',
      kind: 'plain',
      name: 'plain',
      active: 'flag',
      settings: 'plain',
      createdAtMs: 'plain',
      version: 'plain',
    },
    parent: 'parentId',
    insert: (row) => ({ kind: 'insertEntity', row }),
  }),
  portTable<TokenRow>({
    name: 'access_token',
    key: ['hash'],
    columns: {
      hash: 'plain',
      entityId: 'plain',
      label: 'plain',
      sealed: 'plain',
      createdAtMs: 'plain',
    },
    insert: (row) => ({ kind: 'insertToken', row }),
  }),
  portTable<VaultKeyRow>({
    name: 'vault_key',
    key: ['id'],
    columns: {
      id: 'plain',
      entityId: 'plain',
      purpose: 'plain',
      wrapped: 'plain',
      createdAtMs: 'plain',
    },
    insert: (row) => ({ kind: 'insertVaultKey', row }),
  }),
  portTable<VaultRecordRow>({
    name: 'vault_record',
    key: ['id'],
    columns: {
      id: 'plain',
      entityId: 'plain',
      keyId: 'plain',
      sealed: 'plain',
      fingerprint: 'plain',
      createdAtMs: 'plain',
    },
    insert: (row) => ({ kind: 'insertVaultRecord', row }),
  }),
  portTable<CheckoutRow>({
    name: 'checkout',
    key: ['id'],
    columns: {
      id: 'plain',
      entityId: 'plain',
      state: 'plain',
      paymentId: 'plain',
      registrationId: 'plain',
      request: 'plain',
      integrity: 'plain',
      createdAtMs: 'plain',
      expiresAtMs: 'plain',
      updatedAtMs: 'plain',
      version: 'plain',
    },
    insert: (row) => ({ kind: 'insertCheckout', row }),
  }),
  portTable<PaymentRow>({
    name: 'payment',
    key: ['id'],
    columns: {
      id: 'plain',
      entityId: 'plain',
      checkoutId: 'plain',
      referencedId: 'plain',
      familyId: 'plain',
      operation: 'plain',
      paymentType: 'plain',
      paymentBrand: 'plain',
      amountMinor: 'plain',
      currency: 'plain',
      state: 'plain',
      resultCode: 'plain',
      maximumCaptures: 'plain',
      connector: 'plain',
      vaultRecordId: 'plain',
      giftCardId: 'plain',
      merchantTransactionId: 'plain',
      authorisedMinor: 'plain',
      bookedMinor: 'plain',
      capturedMinor: 'plain',
      reversedMinor: 'plain',
      refundedMinor: 'plain',
      captureCount: 'plain',
      finalisedBy: 'plain',
      holdClosed: 'flag',
      takenBackMinor: 'plain',
      bookedAtMs: 'plain',
      details: 'plain',
      createdAtMs: 'plain',
      updatedAtMs: 'plain',
      version: 'plain',
    },
    parent: 'referencedId',
    insert: (row) => ({ kind: 'insertPayment', row }),
  }),
  portTable<EventRow>({
    name: 'payment_event',
    key: ['paymentId', 'sequence'],
    columns: {
      paymentId: 'plain',
      sequence: 'plain',
      kind: 'plain',
      atMs: 'plain',
      data: 'plain',
    },
    insert: (row) => ({ kind: 'appendEvent', row }),
  }),
  portTable<PostingRow>({
    name: 'posting',
    key: ['number'],
    columns: {
      familyId: 'plain',
      paymentId: 'plain',
      account: 'plain',
      amountMinor: 'plain',
      currency: 'plain',
      atMs: 'plain',
    },
    insert: (row) => ({ kind: 'appendPosting', row }),
  }),
  portTable<RegistrationRow>({
    name: 'registration',
    key: ['id'],
    columns: {
      id: 'plain',
      entityId: 'plain',
      state: 'plain',
      resultCode: 'plain',
      paymentBrand: 'plain',
      vaultRecordId: 'plain',
      fingerprint: 'plain',
      deduplicated: 'flag',
      paymentId: 'plain',
      merchantTransactionId: 'plain',
      details: 'plain',
      createdAtMs: 'plain',
      updatedAtMs: 'plain',
      expiresAtMs: 'plain',
      version: 'plain',
    },
    insert: (row) => ({ kind: 'insertRegistration', row }),
  }),
  portTable<GiftCardRow>({
    name: 'gift_card',
    key: ['id'],
    columns: {
      id: 'plain',
      currency: 'plain',
      issuedMinor: 'plain',
      balanceMinor: 'plain',
      createdAtMs: 'plain',
    },
    insert: (row) => ({ kind: 'insertGiftCard', row }),
  }),
  portTable<QuotaRow>({
    name: 'quota',
    key: ['key'],
    columns: {
      key: 'plain',
      used: 'plain',
      most: 'plain',
      expiresAtMs: 'plain',
    },
    insert: (row) => ({ kind: 'takeQuota', row }),
  }),
  portTable<SightingRow>({
    name: 'sighting',
    key: ['number'],
    columns: {
      entityId: 'plain',
      subject: 'plain',
      paymentId: 'plain',
      amountMinor: 'plain',
      currency: 'plain',
      atMs: 'plain',
    },
    insert: (row) => ({ kind: 'appendSighting', row }),
  }),
  portTable<TimerRow>({
    name: 'timer',
    key: ['kind', 'subjectId'],
    columns: {
      kind: 'plain',
      subjectId: 'plain',
      entityId: 'plain',
      dueAtMs: 'plain',
      attempts: 'plain',
      createdAtMs: 'plain',
      version: 'plain',
    },
    insert: (row) => ({ kind: 'insertTimer', row }),
  }),
  portTable<IdempotencyRow>({
    name: 'idempotency',
    key: ['scope', 'key'],
    columns: {
      scope: 'plain',
      key: 'plain',
      fingerprint: 'plain',
      paymentId: 'plain',
      answer: 'plain',
      createdAtMs: 'plain',
      expiresAtMs: 'plain',
    },
    insert: (row) => ({ kind: 'insertIdempotency', row }),
  }),
]
