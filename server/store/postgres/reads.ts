import { listLimit } from '../list-limit.ts'
import type { StoreReads } from '../port.ts'
import type { Query } from './connection.ts'
import type { Readers } from './readers.ts'
import { checkoutReads } from './statements/checkout-statements.ts'
import { entityReads } from './statements/entity-statements.ts'
import { idempotencyReads } from './statements/idempotency-statements.ts'
import { paymentReads } from './statements/payment-statements.ts'
import { timerReads } from './statements/timer-statements.ts'
import { vaultReads } from './statements/vault-statements.ts'

/** The port's reads. Every read sees all that was committed before it was asked. */
export function createReads(readers: Readers): StoreReads {
  const many =
    (query: Query) =>
    <Row>(...values: (string | number)[]) =>
      readers.rows<Row>(query, ...values)
  const one =
    (query: Query) =>
    async <Row>(...values: (string | number)[]) =>
      (await readers.rows<Row>(query, ...values))[0]
  return {
    payment: one(paymentReads.payment),
    paymentsOfFamily: many(paymentReads.paymentsOfFamily),
    events: many(paymentReads.events),
    postingsOfFamily: many(paymentReads.postingsOfFamily),
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
    idempotency: one(idempotencyReads.idempotency),
    expiredIdempotency: async (nowMs, limit) =>
      readers.rows(idempotencyReads.expiredIdempotency, nowMs, listLimit(limit)),
  }
}
