import { createRecovery, type Recovery, type RecoveryParts } from './recovery.ts'
import { SeenIntents } from './seen-intents.ts'
import { createPaymentService, type PaymentService } from './service.ts'
import { createSettlement } from './settlement.ts'
import { Turns } from './turns.ts'

/** Puts the parts of this feature together: what carries payments out, and what finds lost outcomes. */
export function createPayments(parts: Omit<RecoveryParts, 'settlement' | 'intents'>): {
  readonly payments: PaymentService
  readonly recovery: Recovery
} {
  const { store, clock, log, participantsOf } = parts
  const turns = new Turns()
  const intents = new SeenIntents(() => clock.monotonic())
  const settlement = createSettlement({ store, clock, log, turns, intents, participantsOf })
  const recovery = createRecovery(Object.assign({ settlement, intents }, parts))
  return {
    payments: createPaymentService({ store, clock, log, settlement, recovery, turns, intents }),
    recovery,
  }
}
