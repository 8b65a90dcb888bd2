import { HOLD_NOTICE_MS, openNow } from '../../payments/index.ts'
import type { PaymentRow } from '../../store/port.ts'

/**
 * What is due for a hold. `over`: nothing may be done with it; what opens something again gives it a timer again.
 * `waits`: nothing is due before that time. `expiresSoon`, `expired`: its merchant is to be told. `told`:
 * the merchant was told of the expiry, and something is still open.
 */
export type HoldStage =
  | { readonly kind: 'over' | 'expiresSoon' | 'expired' | 'told' }
  | { readonly kind: 'waits'; readonly dueAtMs: number }

/** Decides what is due for a hold at a time of its channel's clock. */
export function stageOf(hold: PaymentRow, nowMs: number): HoldStage {
  const { state, expiresAtMs, expiredAtMs } = hold
  if (state !== 'succeeded' || expiresAtMs === null || openNow(hold) === 0) return over
  if (nowMs >= expiresAtMs) return expiredAtMs === null ? { kind: 'expired' } : { kind: 'told' }
  const noticeAtMs = expiresAtMs - HOLD_NOTICE_MS
  return nowMs < noticeAtMs ? { kind: 'waits', dueAtMs: noticeAtMs } : { kind: 'expiresSoon' }
}

const over: HoldStage = { kind: 'over' }
