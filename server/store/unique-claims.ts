import type { RowOf, TableDescription } from './tables/table.ts'
import { TABLES, type Tables } from './tables/tables.ts'

type Claims = { readonly [Name in keyof Tables]?: (row: RowOf<Tables[Name]>) => string | undefined }

/**
 * Values besides the key that only one row may have, as the unique indexes of the SQL tables say.
 */
const CLAIMS: Claims = {
  vaultKeys: ({ entityId, purpose }) => JSON.stringify([entityId, purpose]),

  /** One success per checkout, under any concurrency (decisions §6). */
  payments: ({ checkoutId, referencedId, state }) =>
    referencedId === null && state === 'succeeded' ? (checkoutId ?? undefined) : undefined,

  /** One active registration of a number where each number is kept once. */
  registrations: ({ deduplicated, entityId, paymentBrand, fingerprint }) =>
    deduplicated && fingerprint !== null
      ? JSON.stringify([entityId, paymentBrand, fingerprint])
      : undefined,

  /** Of two that are asked for at the same moment one looks again. */
  operationRequests: ({ familyId, ordinal }) => JSON.stringify([familyId, ordinal]),

  /** A case that is reported twice is one dispute. */
  disputes: ({ casePaymentId, acquirerReference }) =>
    acquirerReference === null ? undefined : JSON.stringify([casePaymentId, acquirerReference]),

  /** The same bytes are imported once. */
  settlementFiles: ({ accountId, hash, state }) =>
    state === 'removed' ? undefined : JSON.stringify([accountId, hash]),

  /** A payout is booked once, or once for each part of it. */
  settlementBatches: ({ accountId, reference, currency, payoutPart }) =>
    payoutPart === null ? undefined : JSON.stringify([accountId, reference, currency, payoutPart]),

  /** A restated file books nothing twice. */
  settlementLines: ({ accountId, recordId }) => JSON.stringify([accountId, recordId]),

  connectorAccounts: ({ entityId, slot }) => JSON.stringify([entityId, slot]),

  users: ({ email }) => email,

  webhooks: ({ entityId, slot }) => (slot === null ? undefined : JSON.stringify([entityId, slot])),
}

const BY_TABLE = new Map(
  Object.entries(CLAIMS).map(([name, claim]) => [
    TABLES[name as keyof Tables] as TableDescription,
    claim as (row: object) => string | undefined,
  ]),
)

/** The unique value of a row; nothing if there may be any number of such rows. */
export function claimOf(table: TableDescription, row: object): string | undefined {
  return BY_TABLE.get(table)?.(row)
}
