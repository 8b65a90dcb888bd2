import type { Database } from 'better-sqlite3'
import type { StoreReads } from '../port.ts'
import { createLongReads } from './long-reads.ts'
import { prepareCheckoutReads } from './statements/checkout-statements.ts'
import { prepareEntityReads } from './statements/entity-statements.ts'
import { prepareGiftCardReads } from './statements/gift-card-statements.ts'
import { prepareIdempotencyReads } from './statements/idempotency-statements.ts'
import { preparePaymentReads } from './statements/payment-statements.ts'
import { prepareQuotaReads } from './statements/quota-statements.ts'
import { prepareRegistrationReads } from './statements/registration-statements.ts'
import { prepareSightingReads } from './statements/sighting-statements.ts'
import { prepareTimerReads } from './statements/timer-statements.ts'
import { prepareVaultReads } from './statements/vault-statements.ts'

/**
 * The port's reads over one connection, on the calling thread. Every read sees all that was
 * committed before it was asked.
 */
export function createReads(database: Database): StoreReads {
  const payments = preparePaymentReads(database)
  const checkouts = prepareCheckoutReads(database)
  const entities = prepareEntityReads(database)
  const vault = prepareVaultReads(database)
  const registrations = prepareRegistrationReads(database)
  const giftCards = prepareGiftCardReads(database)
  const quotas = prepareQuotaReads(database)
  const seen = prepareSightingReads(database)
  const timers = prepareTimerReads(database)
  const idempotency = prepareIdempotencyReads(database)
  return {
    payment: async (id) => payments.payment(id),
    checkout: async (id) => checkouts.checkout(id),
    entity: async (id) => entities.entity(id),
    entityPath: async (id) => entities.entityPath(id),
    rootEntities: async () => entities.rootEntities(),
    childEntities: async (parentId) => entities.childEntities(parentId),
    token: async (hash) => entities.token(hash),
    tokensOfEntity: async (entityId) => entities.tokensOfEntity(entityId),
    events: async (paymentId) => payments.events(paymentId),
    postingsOfFamily: async (familyId) => payments.postingsOfFamily(familyId),
    paymentsOfFamily: async (familyId) => payments.paymentsOfFamily(familyId),
    ...createLongReads(database),
    registration: async (id) => registrations.registration(id),
    registrationOf: async (entityId, fingerprint, paymentBrand) =>
      registrations.registrationOf(entityId, fingerprint, paymentBrand),
    giftCard: async (id) => giftCards.giftCard(id),
    quota: async (key) => quotas.quota(key),
    expiredQuotas: async (nowMs, limit) => quotas.expiredQuotas(nowMs, limit),
    sightings: async (entityId, subject, sinceMs, currency) =>
      seen.sightings(entityId, subject, sinceMs, currency),
    vaultRecord: async (id) => vault.vaultRecord(id),
    vaultKeys: async () => vault.vaultKeys(),
    timer: async (kind, subjectId) => timers.timer(kind, subjectId),
    dueTimers: async (nowMs, limit) => timers.dueTimers(nowMs, limit),
    dueTimersOf: async (entityIds, nowMs, limit) => timers.dueTimersOf(entityIds, nowMs, limit),
    idempotency: async (scope, key) => idempotency.idempotency(scope, key),
    expiredIdempotency: async (nowMs, limit) => idempotency.expiredIdempotency(nowMs, limit),
  }
}
