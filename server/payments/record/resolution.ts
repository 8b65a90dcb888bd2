import { DAY_MS } from '../../../common/durations.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow } from '../../store/port.ts'
import type { ConnectorOutcome } from '../connectors/connector.ts'
import { hasOutcome } from '../details.ts'
import type { ManualOutcome } from './outcomes.ts'

/**
 * How long an outcome must have been unknown before a person may write it down, in milliseconds: a day, in
 * which its connector was asked six times (`recovery-plan.ts`). Nothing that was sent is on its way for so
 * long.
 */
export const RESOLVABLE_AFTER_MS = DAY_MS

/** The member of `resultDetails` that shows that no acquirer, but a person, has told the outcome. */
const RESOLVED_AT = 'ResolvedByHandAt'

/** An outcome that a person has found out where the connector could not. */
export interface Resolution {
  readonly outcome: 'succeeded' | 'failed'
  /** Of a failure: a code of the catalogue that means a rejection. */
  readonly code: string
  readonly manual: ManualOutcome
}

/** Why a person may not write down the outcome of a payment; `undefined`: it may be done. */
export function unresolvable(
  payment: PaymentRow,
  { nowMs, isUnderWay }: { readonly nowMs: number; readonly isUnderWay: boolean },
): Refusal | undefined {
  if (hasOutcome(payment.state)) return hasItsOutcome(payment)
  if (payment.state === 'authenticating') {
    return waits('it waits for its cardholder, and ends by itself when their time is over')
  }
  if (isUnderWay) return waits('it is being sent at this moment')
  const fromMs = payment.createdAtMs + RESOLVABLE_AFTER_MS
  if (nowMs >= fromMs) return undefined
  return waits(`its connector is still asked: from ${wireTimestamp(fromMs)} on it may be`)
}

function waits(why: string): Refusal {
  return refuse('700.400.570', {
    description: `The outcome of this payment may not be written down by hand: ${why}`,
  })
}

/** The refusal for a payment whose outcome is known. */
export function hasItsOutcome({ state, resultCode }: PaymentRow): Refusal {
  return refuse('200.300.404', {
    description: `The outcome of this payment is known, and stays: it has ${state} with ${resultCode}`,
  })
}

/** The refusal where the connector, asked once more, has told the outcome, which is written now. */
export function toldInstead({ state, resultCode }: PaymentRow): Refusal {
  return refuse('200.300.404', {
    description: `The acquirer has told the outcome now, and it is recorded: the payment has ${state} with ${resultCode}`,
  })
}

/** What a resolution makes of its payment, as if the connector had answered it. */
export function manualOutcome({ outcome, code }: Resolution, nowMs: number): ConnectorOutcome {
  const resultDetails = { [RESOLVED_AT]: wireTimestamp(nowMs) }
  return outcome === 'succeeded'
    ? { kind: 'approved', resultDetails }
    : { kind: 'declined', code, resultDetails }
}

/** Decisions §7. */
export const otherAmount: Refusal = refuse('200.300.404', {
  description:
    'Its acquirer has approved another amount than was asked for, which is no success: have it cancelled there, and write a failure down',
})

/** The acquirer says that it waits itself, for a shopper or a bank. */
export const stillPending: Refusal = waits(
  'its acquirer says that it is pending and may still approve it, so it has not failed',
)
