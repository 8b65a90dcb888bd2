import { listedEntities, listLimit } from '../list-limit.ts'
import type { SightingSum, StoreReads } from '../port.ts'
import type { Query } from './connection.ts'
import { createLongReads } from './long-reads.ts'
import type { Readers, ReadValue } from './readers.ts'
import { checkoutReads } from './statements/checkout-statements.ts'
import { entityReads } from './statements/entity-statements.ts'
import { giftCardReads } from './statements/gift-card-statements.ts'
import { idempotencyReads } from './statements/idempotency-statements.ts'
import { paymentReads } from './statements/payment-statements.ts'
import { quotaReads } from './statements/quota-statements.ts'
import { registrationReads } from './statements/registration-statements.ts'
import { sightingReads } from './statements/sighting-statements.ts'
import { timerReads } from './statements/timer-statements.ts'
import { vaultReads } from './statements/vault-statements.ts'

/** The port's reads. Every read sees all that was committed before it was asked. Those that may take
 * long have connections of their own. */
export function createReads(readers: Readers, longReaders: Readers): StoreReads {
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
    async sightings(...values) {
      const sums = await readers.rows<SightingSum>(sightingReads.sightings, ...values)
      return sums[0] ?? { count: 0, amountMinor: 0 }
    },
    ...createLongReads(longReaders),
  }
}
