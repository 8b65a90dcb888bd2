import { acquirerEvents } from './acquirer-event.ts'
import { auditEntries } from './audit.ts'
import { authentications, confidentials } from './authentication.ts'
import { blocks } from './block.ts'
import { checkouts } from './checkout.ts'
import { connectorAccounts, providerReferences } from './connector-account.ts'
import { customerLinks } from './customer-link.ts'
import { deliveries, deliveryAttempts, deliveryLeases } from './delivery.ts'
import { disputeDocuments, disputeEvents, disputes } from './dispute.ts'
import { entities, tokens } from './entity.ts'
import { giftCardParts, giftCards } from './gift-card.ts'
import { idempotency } from './idempotency.ts'
import { installations } from './installation.ts'
import { journalEntries, journalPostings } from './ledger.ts'
import { mails } from './mail.ts'
import { notes } from './note.ts'
import { notices } from './notice.ts'
import { numberKeys } from './number-key.ts'
import { operationRequests } from './operation-request.ts'
import { events, payments, postings } from './payment.ts'
import {
  cardSumProgress,
  cardSums,
  paymentSumChanges,
  paymentSumProgress,
  paymentSums,
} from './payment-sum.ts'
import { grants, invitations, sessions, users } from './person.ts'
import { quotas } from './quota.ts'
import { reconciliationDeliveries, reconciliationTargets } from './reconciliation.ts'
import { refusedRequests } from './refused-request.ts'
import { registrations } from './registration.ts'
import { schedules } from './schedule.ts'
import {
  acquirerAccounts,
  settlementBatches,
  settlementFiles,
  settlementLines,
  settlementMatches,
} from './settlement.ts'
import { sightings } from './sighting.ts'
import type { ChangeOf, KeyOf, RowOf, TableDescription } from './table.ts'
import { timers } from './timer.ts'
import { vaultKeys, vaultRecords } from './vault.ts'
import { webhooks } from './webhook.ts'

export type * from './acquirer-event.ts'
export type * from './audit.ts'
export type * from './authentication.ts'
export type * from './block.ts'
export type * from './checkout.ts'
export type * from './connector-account.ts'
export type * from './customer-link.ts'
export type * from './delivery.ts'
export type * from './dispute.ts'
export type * from './entity.ts'
export type * from './gift-card.ts'
export type * from './idempotency.ts'
export type * from './installation.ts'
export type * from './ledger.ts'
export type * from './mail.ts'
export type * from './note.ts'
export type * from './notice.ts'
export type * from './number-key.ts'
export type * from './operation-request.ts'
export type * from './payment.ts'
export type * from './payment-sum.ts'
export type * from './person.ts'
export type * from './quota.ts'
export type * from './reconciliation.ts'
export type * from './refused-request.ts'
export type * from './registration.ts'
export type * from './schedule.ts'
export type * from './settlement.ts'
export type * from './sighting.ts'
export type * from './timer.ts'
export type * from './vault.ts'
export type * from './webhook.ts'

/** Every table that holds what the port takes, a table that others refer to before them. */
export const TABLES = {
  entities,
  tokens,
  vaultKeys,
  vaultRecords,
  checkouts,
  payments,
  events,
  postings,
  authentications,
  confidentials,
  registrations,
  schedules,
  giftCards,
  giftCardParts,
  quotas,
  sightings,
  timers,
  idempotency,
  webhooks,
  notices,
  deliveries,
  deliveryAttempts,
  deliveryLeases,
  operationRequests,
  disputes,
  disputeEvents,
  disputeDocuments,
  connectorAccounts,
  providerReferences,
  acquirerEvents,
  acquirerAccounts,
  settlementFiles,
  settlementBatches,
  settlementLines,
  settlementMatches,
  journalEntries,
  journalPostings,
  reconciliationTargets,
  reconciliationDeliveries,
  users,
  grants,
  sessions,
  invitations,
  auditEntries,
  paymentSums,
  paymentSumProgress,
  paymentSumChanges,
  cardSums,
  cardSumProgress,
  blocks,
  installations,
  numberKeys,
  mails,
  customerLinks,
  notes,
  refusedRequests,
} as const

export type Tables = typeof TABLES
type Table = Tables[keyof Tables]

export const TABLE_LIST: readonly TableDescription[] = Object.values(TABLES)

/** Every change of every table. */
export type Change = { [Name in keyof Tables]: ChangeOf<Tables[Name]> }[keyof Tables]

/** The kinds of change whose statements are written by hand. */
export type OwnKind = OwnKindOf<Table>

type OwnKindOf<Each> = Each extends { readonly writes: infer Writes }
  ? keyof Writes | UpsertKindOf<Each>
  : never

type UpsertKindOf<Each> = Each extends { readonly upsert: object; readonly insert: infer Kind }
  ? Kind
  : never

/** The reads of one row by its key. */
export type KeyReads = {
  readonly [Each in Extract<Table, { readonly read: string }> as Each['read']]: (
    ...key: KeyOf<Each>
  ) => Promise<RowOf<Each> | undefined>
}
