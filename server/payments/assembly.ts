import { createRecovery, type Recovery, type RecoveryParts } from './recovery.ts'
import { createPaymentService, type PaymentService } from './service.ts'
import { createSettlement } from './settlement.ts'
import { Turns } from './turns.ts'

/** Puts the parts of this feature together: what carries payments out, and what finds lost outcomes. */
export function createPayments(parts: Omit<RecoveryParts, 'settlement'>): {
  readonly payments: PaymentService
  readonly recovery: Recovery
} {
  const { store, clock, log, companionsOf } = parts
  const turns = new Turns()
  const settlement = createSettlement({ store, clock, log, turns, companionsOf })
  const recovery = createRecovery(Object.assign({ settlement }, parts))
  return {
    payments: createPaymentService({ store, clock, log, settlement, recovery, turns }),
    recovery,
  }
}
