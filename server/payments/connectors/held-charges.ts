import { MINUTE_MS } from '../../../common/durations.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Inquiry } from './connector.ts'

/*
 * What may be sent again under its key where a provider cannot be asked for an outcome (docs/connectors.md). It may be
 * the first request that arrives.
 */

/** A charge is sent again until then, while its shopper still waits for it, in milliseconds. */
export const CHARGE_REPLAYED_MS = 15 * MINUTE_MS

/** Charges whose bytes are kept for a replay; of more, the oldest are forgotten, and voided if they are not found. */
export const MAX_HELD = 5_000

/**
 * Whether what a merchant has asked of an earlier payment may be sent again: its provider surely knows the key for
 * `keyLivesMs`, which leaves room for the clocks of processes, that may differ.
 */
export function mayReplayChange(
  { sentAtMs }: Pick<Inquiry, 'sentAtMs'>,
  nowMs: number,
  keyLivesMs: number,
): boolean {
  const ageMs = nowMs - sentAtMs
  return ageMs >= 0 && ageMs <= keyLivesMs
}

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
