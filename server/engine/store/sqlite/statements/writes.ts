import type { Database } from 'better-sqlite3'
import { type CheckoutWrites, prepareCheckoutWrites } from './checkout-statements.ts'
import { type EntityWrites, prepareEntityWrites } from './entity-statements.ts'
import { type GiftCardWrites, prepareGiftCardWrites } from './gift-card-statements.ts'
import { type IdempotencyWrites, prepareIdempotencyWrites } from './idempotency-statements.ts'
import { type PaymentWrites, preparePaymentWrites } from './payment-statements.ts'
import { prepareQuotaWrites, type QuotaWrites } from './quota-statements.ts'
import { prepareRegistrationWrites, type RegistrationWrites } from './registration-statements.ts'
import { prepareSightingWrites, type SightingWrites } from './sighting-statements.ts'
import { prepareTimerWrites, type TimerWrites } from './timer-statements.ts'
import { prepareVaultWrites, type VaultWrites } from './vault-statements.ts'

/** Every write, prepared once. Each throws what the engine throws. */
export interface Writes
  extends PaymentWrites,
    CheckoutWrites,
    EntityWrites,
    VaultWrites,
    RegistrationWrites,
    GiftCardWrites,
    QuotaWrites,
    SightingWrites,
    TimerWrites,
    IdempotencyWrites {
  /** Writes a row that means nothing, so that the transaction has something to make durable. */
  touch(): boolean
}

export function prepareWrites(database: Database): Writes {
  const touch = database.prepare('UPDATE heartbeat SET beats = beats + 1 WHERE id = 1')
  return {
    ...preparePaymentWrites(database),
    ...prepareCheckoutWrites(database),
    ...prepareEntityWrites(database),
    ...prepareVaultWrites(database),
    ...prepareRegistrationWrites(database),
    ...prepareGiftCardWrites(database),
    ...prepareQuotaWrites(database),
    ...prepareSightingWrites(database),
    ...prepareTimerWrites(database),
    ...prepareIdempotencyWrites(database),
    touch: () => touch.run().changes === 1,
  }
}
