import { expect, it } from 'vitest'
import { TABLES } from '../../../server/store/tables/tables.ts'
import { PLACES } from './find-customer.ts'

/** Tables without personal data of customers, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  entities: 'of merchants',
  tokens: 'of servers',
  vaultKeys: 'keys',
  vaultRecords: 'sealed numbers, wiped with their payments and stored details',
  numberKeys: 'keys',
  postings: 'amounts',
  giftCards: 'amounts, by a keyed hash',
  giftCardParts: 'amounts',
  quotas: 'counts, by keyed hashes and ids, for a time',
  sightings: 'counts, by keyed hashes, for a time',
  timers: 'ids and times',
  webhooks: 'of merchants',
  deliveryLeases: 'of processes',
  disputeEvents: 'what people did, in their words: a history that nobody changes',
  connectorAccounts: 'of merchants',
  providerReferences: 'references',
  acquirerAccounts: 'of merchants',
  settlementFiles: 'of acquirers',
  settlementBatches: 'sums',
  settlementLines: 'amounts and references',
  settlementMatches: 'ids',
  journalEntries: 'sums',
  journalPostings: 'sums',
  reconciliationTargets: 'of merchants',
  reconciliationDeliveries: 'of merchants',
  users: 'people of the merchant',
  grants: 'people of the merchant',
  sessions: 'people of the merchant',
  invitations: 'people of the merchant',
  refusedRequests: 'names of parameters without their values, and order numbers, for 30 days',
  auditEntries: 'what people did: parameters about customers are masked',
  paymentSums: 'sums',
  paymentSumProgress: 'times',
  paymentSumChanges: 'times',
  cardSums: 'sums',
  cardSumProgress: 'times',
  installations: 'of the process',
}

it('every table is looked at for a customer, or has nothing of one', () => {
  const known = [...PLACES, ...Object.keys(WITHOUT)]
  expect(known.toSorted()).toEqual(Object.keys(TABLES).toSorted())
})
