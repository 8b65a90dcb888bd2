import type { EntityClock } from '../../../kernel/timers/clock.ts'
import { CHARGE_REPLAYED_MS, MAX_HELD } from './limits.ts'

/** The bytes of a charge, and the key that it was sent under. */
export interface HeldCharge {
  readonly body: string
  readonly key: string
}

/**
 * The charges of a process whose outcome is not known yet, as they were sent, so that they can be sent again under
 * the same key. In memory alone, because they have the number and the code of the card (PCI DSS 3.3.1); what is lost
 * with the process is voided.
 */
export interface HeldCharges {
  hold(paymentId: string, charge: HeldCharge): void
  /** `undefined`: it was never held, or for too long. */
  find(paymentId: string): HeldCharge | undefined
  drop(paymentId: string): void
}

export function createHeldCharges({ monotonic }: Pick<EntityClock, 'monotonic'>): HeldCharges {
  const held = new Map<string, { readonly charge: HeldCharge; readonly sinceMs: number }>()

  function forgetOld(): void {
    for (const [paymentId, { sinceMs }] of held) {
      if (monotonic() - sinceMs < CHARGE_REPLAYED_MS && held.size <= MAX_HELD) return
      held.delete(paymentId)
    }
  }

  /** Numbers and codes leave the memory also where nobody asks for them any more. */
  function forgetInTime(): void {
    setTimeout(forgetOld, CHARGE_REPLAYED_MS).unref()
  }

  return {
    hold(paymentId, charge) {
      held.delete(paymentId)
      held.set(paymentId, { charge, sinceMs: monotonic() })
      forgetInTime()
      forgetOld()
    },
    find(paymentId) {
      forgetOld()
      return held.get(paymentId)?.charge
    },
    drop: (paymentId) => void held.delete(paymentId),
  }
}
