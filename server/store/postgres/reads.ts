import { listedEntities, listLimit, listOffset } from '../list-limit.ts'
import type { PaymentRow, RegistrationRow, SightingSum, StoreReads } from '../port.ts'
import { type FoundTransaction, idsOfPage, transactionsOf } from '../wanted-transactions.ts'
import type { Query } from './connection.ts'
import type { Readers, ReadValue } from './readers.ts'
import { checkoutReads } from './statements/checkout-statements.ts'
import { entityReads } from './statements/entity-statements.ts'
import { giftCardReads } from './statements/gift-card-statements.ts'
import { idempotencyReads } from './statements/idempotency-statements.ts'
import { paymentQueries, queryValues, wayOf } from './statements/payment-query-statements.ts'
import { paymentReads } from './statements/payment-statements.ts'
import { quotaReads } from './statements/quota-statements.ts'
import { registrationReads } from './statements/registration-statements.ts'
import { sightingReads } from './statements/sighting-statements.ts'
import { timerReads } from './statements/timer-statements.ts'
import {
  countTransactions,
  findTransactions,
  transactionRows,
} from './statements/transaction-query-statements.ts'
import { vaultReads } from './statements/vault-statements.ts'

/** The port's reads. Every read sees all that was committed before it was asked. */
export function createReads(readers: Readers): StoreReads {
  const many =
    (query: Query) =>
    <Row>(...values: ReadValue[]) =>
      readers.rows<Row>(query, ...values)
  const one =
    (query: Query) =>
    async <Row>(...values: ReadValue[]) =>
      (await readers.rows<Row>(query, ...values))[0]
  return {
    payment: one(paymentReads.payment),
    paymentsOfFamily: many(paymentReads.paymentsOfFamily),
    events: many(paymentReads.events),
    postingsOfFamily: many(paymentReads.postingsOfFamily),
    registration: one(registrationReads.registration),
    registrationOf: one(registrationReads.registrationOf),
    giftCard: one(giftCardReads.giftCard),
    quota: one(quotaReads.quota),
    expiredQuotas: async (nowMs, limit) =>
      readers.rows(quotaReads.expiredQuotas, nowMs, listLimit(limit)),
    checkout: one(checkoutReads.checkout),
    entity: one(entityReads.entity),
    entityPath: many(entityReads.entityPath),
    rootEntities: many(entityReads.rootEntities),
    childEntities: many(entityReads.childEntities),
    token: one(entityReads.token),
    tokensOfEntity: many(entityReads.tokensOfEntity),
    vaultRecord: one(vaultReads.vaultRecord),
    vaultKeys: many(vaultReads.vaultKeys),
    timer: one(timerReads.timer),
    dueTimers: async (nowMs, limit) => readers.rows(timerReads.dueTimers, nowMs, listLimit(limit)),
    dueTimersOf: async (entityIds, nowMs, limit) =>
      readers.rows(timerReads.dueTimersOf, listedEntities(entityIds), nowMs, listLimit(limit)),
    idempotency: one(idempotencyReads.idempotency),
    expiredIdempotency: async (nowMs, limit) =>
      readers.rows(idempotencyReads.expiredIdempotency, nowMs, listLimit(limit)),
    ...createQueries(readers),
    ...createTransactionQueries(readers),
  }
}

type Queries = Pick<StoreReads, 'findPayments' | 'countPayments' | 'sightings'>

function createQueries(readers: Readers): Queries {
  return {
    async findPayments(query, offset, limit) {
      const values = [...queryValues(query), listOffset(offset), listLimit(limit)]
      return readers.rows(paymentQueries.find[wayOf(query)], ...values)
    },
    async countPayments(query) {
      const text = paymentQueries.count[wayOf(query)]
      const counts = await readers.rows<{ readonly count: number }>(text, ...queryValues(query))
      return counts[0]?.count ?? 0
    },
    async sightings(...values) {
      const sums = await readers.rows<SightingSum>(sightingReads.sightings, ...values)
      return sums[0] ?? { count: 0, amountMinor: 0 }
    },
  }
}

type TransactionQueries = Pick<StoreReads, 'findTransactions' | 'countTransactions'>

function createTransactionQueries(readers: Readers): TransactionQueries {
  async function byId<Row extends { readonly id: string }>(query: Query, ids: readonly string[]) {
    const rows = ids.length === 0 ? [] : await readers.rows<Row>(query, ids)
    return new Map(rows.map((row) => [row.id, row]))
  }
  return {
    async findTransactions(query, offset, limit) {
      const values = [...queryValues(query), listOffset(offset), listLimit(limit)]
      const statement = findTransactions(query)
      if (statement === undefined) return []
      const page = await readers.rows<FoundTransaction>(statement, ...values)
      const [payments, registrations] = await Promise.all([
        byId<PaymentRow>(transactionRows.payments, idsOfPage(page, 'payment')),
        byId<RegistrationRow>(transactionRows.registrations, idsOfPage(page, 'registration')),
      ])
      return transactionsOf(page, payments, registrations)
    },
    async countTransactions(query) {
      const values = queryValues(query)
      const statement = countTransactions(query)
      if (statement === undefined) return 0
      const counts = await readers.rows<{ readonly count: number }>(statement, ...values)
      return counts[0]?.count ?? 0
    },
  }
}
