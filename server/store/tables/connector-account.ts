import {
  integerBetween,
  keyOf,
  oneOf,
  optional,
  sorted,
  text,
  time,
  version,
  wordOf,
} from './column.ts'
import { type RowOf, table } from './table.ts'

/** Maximum number of connector accounts of one entity; each level of the entity tree is counted separately. */
export const MAX_CONNECTOR_ACCOUNTS = 50

/** An account at a provider that payments are sent through (docs/accounts.md). It is never deleted. */
export const connectorAccounts = table({
  name: 'connector_account',
  key: ['id'],
  columns: {
    /** The provider, `:` and 32 hex digits: what `payment.connector` has. */
    id: text,
    /** An entity of any level: its channels, and those of all entities below it, may use the account. */
    entityId: keyOf('entity'),
    provider: text,
    /** For people. */
    name: text,
    environment: oneOf('test', 'live'),
    /** What the provider calls the merchant. */
    merchantId: text,
    /** JSON text, as the provider describes it. */
    settings: text,
    /** Sealed by the vault: JSON text with one or two values of each slot. Empty: there are none yet. */
    sealedCredentials: text,
    /** A disabled one takes no new payments; what refers to earlier ones still goes there. */
    state: oneOf('active', 'disabled'),
    createdAtMs: time,
    updatedAtMs: time,
    version,
    /** Which of the accounts of its entity it is: no two have the same. */
    slot: integerBetween(1, MAX_CONNECTOR_ACCOUNTS),
    /** It takes no new payments until then: one person alone has changed where their money goes (R-TWO-1). */
    heldUntilMs: optional(time),
  },
  read: 'connectorAccount',
  insert: 'insertConnectorAccount',
  step: {
    kind: 'stepConnectorAccount',
    sets: [
      'name',
      'merchantId',
      'settings',
      'sealedCredentials',
      'state',
      'updatedAtMs',
      'heldUntilMs',
    ],
  },
})

/**
 * What a provider names: `payment` is what later operations are sent to, and the first one of a family has it; `charge`
 * a part of it, or its capture; `operation` a capture, refund or the like; `token` and `customer` stored payment
 * details; `arn` is the acquirer reference number, `network` the transaction at a card network,
 * `dispute` the case of a dispute.
 */
export type ProviderReferenceKind =
  | 'payment'
  | 'charge'
  | 'operation'
  | 'token'
  | 'customer'
  | 'network'
  | 'arn'
  | 'dispute'

/** How a provider calls a payment, or stored payment details, of this gateway. */
export const providerReferences = table({
  name: 'provider_reference',
  /** The value is first, so that a provider's file and its events are looked up by it. */
  key: ['value', 'kind', 'connector'],
  columns: {
    value: text,
    kind: wordOf<ProviderReferenceKind>(),
    /** As `payment.connector` has it. */
    connector: text,
    /** The payment that it belongs to, or the payment that it was learnt with. */
    paymentId: optional(sorted(text)),
    /** Of a token, a customer or a network transaction: the stored details that it stands for. */
    registrationId: optional(sorted(text)),
    createdAtMs: time,
  },
  read: 'providerReference',
  insert: 'insertProviderReference',
  writes: {
    /** Inserts the reference. Where it is known it stays what it is: an outcome must not fail for it. */
    noteProviderReference: {
      parameters: {
        value: text,
        referenceKind: wordOf<ProviderReferenceKind>(),
        connector: text,
        paymentId: optional(text),
        registrationId: optional(text),
        createdAtMs: time,
      },
      sqlite: `
        INSERT INTO provider_reference
          (value, kind, connector, payment_id, registration_id, created_at_ms)
        VALUES (:value, :referenceKind, :connector, :paymentId, :registrationId, :createdAtMs)
        ON CONFLICT (value, kind, connector) DO NOTHING`,
      postgres: (given) => `
        INSERT INTO provider_reference
          (value, kind, connector, payment_id, registration_id, created_at_ms)
        SELECT given.value, given.reference_kind, given.connector, given.payment_id, given.registration_id,
          given.created_at_ms FROM ${given}
        ON CONFLICT (value, kind, connector) DO NOTHING`,
    },
  },
})

export type ConnectorAccountRow = RowOf<typeof connectorAccounts>
export type ProviderReferenceRow = RowOf<typeof providerReferences>
