import type {
  Change,
  CheckoutRow,
  CheckoutState,
  CheckoutStep,
  PaymentRow,
  TimerRow,
} from '../../engine/store/port.ts'
import type { CheckoutSettings } from '../../wire/entities/settings.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'
import { wiped } from './stored-request.ts'

/** A checkout lives 30 minutes (interface document, Limits). */
export const CHECKOUT_LIFETIME_MS = 30 * 60 * 1000

/** What the outcome of a payment makes of its checkout (decisions §6): failure opens it again. */
export const stateAfterPayment: Readonly<Record<PaymentRow['state'], CheckoutState>> = {
  intent: 'processing',
  pending: 'pending',
  succeeded: 'done',
  failed: 'open',
}

/** A second submit while another one runs: no second payment (decisions §6). */
export const underWay: Refusal = refuse('800.110.100', {
  status: 409,
  description: 'Another payment of this checkout is under way',
})

/** Whether a submit may begin in each state, and the refusal where not. */
const submitIn: Readonly<Record<CheckoutState, Refusal | undefined>> = {
  open: undefined,
  processing: underWay,
  pending: refuse('800.110.100', {
    status: 409,
    description: 'Another payment of this checkout waits for its outcome',
  }),
  done: noSession('this checkout is already paid'),
  expired: noSession('this checkout expired 30 minutes after its creation'),
  deleted: noSession('this checkout was deleted'),
}

export function submitRefusal(checkout: CheckoutRow, nowMs: number): Refusal | undefined {
  return expiryRefusal(checkout, nowMs) ?? submitIn[checkout.state]
}

/** Whether the merchant may change or delete a checkout: as long as nobody pays or has paid it. */
export function changeRefusal(checkout: CheckoutRow, nowMs: number): Refusal | undefined {
  const refusal = submitRefusal(checkout, nowMs)
  return refusal?.status === 409 ? beingPaid : refusal
}

const beingPaid: Refusal = refuse('800.110.100', {
  status: 409,
  description:
    'A payment of this checkout is under way: read its status, and change it should the payment fail',
})

/** No submit, no widget and no status after 30 minutes (decisions §6). */
export function expiryRefusal(checkout: CheckoutRow, nowMs: number): Refusal | undefined {
  if (checkout.state === 'deleted') return submitIn.deleted
  if (checkout.state !== 'expired' && nowMs < checkout.expiresAtMs) return undefined
  const at = new Date(checkout.expiresAtMs).toISOString()
  return noSession(`this checkout expired at ${at}, 30 minutes after its creation`)
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Why the status of a checkout may not be read. The entity's setting keeps that of one in which
 * something was tried readable for longer: the outcome of a payment, or of storing. The others were
 * not paid, and cannot be paid any more.
 */
export function statusRefusal(
  checkout: CheckoutRow,
  { statusHoursAfterExpiry = 0 }: CheckoutSettings,
  nowMs: number,
): Refusal | undefined {
  const wasTried = checkout.paymentId !== null || checkout.registrationId !== null
  const readableUntilMs = checkout.expiresAtMs + statusHoursAfterExpiry * HOUR_MS
  const isKept = wasTried && checkout.state !== 'deleted' && nowMs < readableUntilMs
  return isKept && statusHoursAfterExpiry > 0 ? undefined : expiryRefusal(checkout, nowMs)
}

export const unknownCheckout: Refusal = {
  ...noSession('this checkout id never existed here: mixed up test and live, or another gateway?'),
  status: 404,
}

/** More was tried in a checkout than one takes: it stays as it is, until it expires. */
export function tooOftenTried(tries: number): Refusal {
  return noSession(
    `${tries} payments were tried in this checkout, more it does not take: create a new one`,
  )
}

function noSession(reason: string): Refusal {
  return refuse('200.300.404', { description: `No payment session found: ${reason}` })
}

/** Gives an open checkout another request: JSON text of names and values. */
export function changeRequest(checkout: CheckoutRow, request: string, nowMs: number): Change {
  return stepOf(checkout, { request, updatedAtMs: nowMs })
}

/** Deletes an open checkout; it need not expire any more. */
export function remove(checkout: CheckoutRow, nowMs: number): Change[] {
  const ended = stepOf(checkout, { state: 'deleted', ...wiped(checkout), updatedAtMs: nowMs })
  return [ended, endOfExpiry(checkout.id)]
}

function stepOf(checkout: CheckoutRow, set: CheckoutStep): Change {
  return { kind: 'stepCheckout', id: checkout.id, expectedVersion: checkout.version, set }
}

/** The timer that every checkout is opened with. */
export function expiryTimerOf(checkout: CheckoutRow): TimerRow {
  return {
    kind: 'checkoutExpiry',
    subjectId: checkout.id,
    dueAtMs: checkout.expiresAtMs,
    attempts: 0,
    createdAtMs: checkout.createdAtMs,
    version: 1,
    entityId: checkout.entityId,
  }
}

/**
 * What its timer makes of a checkout. A payment that is under way decides later, when its outcome
 * comes; nothing is left to do for what is paid or deleted.
 */
export function expire(checkout: CheckoutRow, nowMs: number): Change[] {
  if (checkout.state !== 'open') return []
  return [stepOf(checkout, { state: 'expired', ...wiped(checkout), updatedAtMs: nowMs })]
}

/**
 * The checkout's changes that go with a payment of it. The version guard is what lets only one of
 * several submits through. A paid checkout needs no timer any more.
 */
export function followPayment(
  checkout: CheckoutRow,
  payment: PaymentRow,
  expectedVersion: number,
): Change[] {
  const state = stateAfterPayment[payment.state]
  const isOver = state === 'open' && payment.updatedAtMs >= checkout.expiresAtMs
  const step: Change = {
    kind: 'stepCheckout',
    id: checkout.id,
    expectedVersion,
    set: {
      state: isOver ? 'expired' : state,
      ...(isOver || state === 'done' ? wiped(checkout) : {}),
      paymentId: payment.id,
      updatedAtMs: payment.updatedAtMs,
    },
  }
  return state === 'done' ? [step, endOfExpiry(checkout.id)] : [step]
}

function endOfExpiry(checkoutId: string): Change {
  return { kind: 'endTimer', timer: 'checkoutExpiry', subjectId: checkoutId, expectedVersion: null }
}
