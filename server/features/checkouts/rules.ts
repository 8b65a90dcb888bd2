import { HOUR_MS } from '../../../common/durations.ts'
import type { CheckoutSettings } from '../../entities/settings.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type {
  Change,
  CheckoutRow,
  CheckoutState,
  CheckoutStep,
  PaymentRow,
  TimerRow,
} from '../../store/port.ts'
import { requestOf, storesOnly, withoutKept, withoutSealed } from './stored-request.ts'

/** The state of a checkout by that of its payment (decisions §6): a failure opens it again. */
export const stateAfterPayment: Readonly<Record<PaymentRow['state'], CheckoutState>> = {
  authenticating: 'pending',
  intent: 'processing',
  pending: 'pending',
  taken: 'pending',
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

/** Why the merchant may not change or delete a checkout: it is being paid, paid, or expired. */
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

/**
 * Why the status of a checkout may not be read. With the entity's setting the status stays readable
 * after the expiry if a payment or registration was tried. Without a try there is no result to read.
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
  ...noSession(
    'this checkout id never existed here: is it one of another environment (test or live) or gateway?',
  ),
  status: 404,
}

/** Too many tries: the checkout keeps its state until it expires. */
export function tooOftenTried(tries: number): Refusal {
  return noSession(
    `${tries} payments were tried in this checkout, which is the most that it takes: create a new one`,
  )
}

function noSession(reason: string): Refusal {
  return refuse('200.300.404', { description: `No payment session found: ${reason}` })
}

/** Replaces the request of an open checkout: JSON text of names and values. */
export function changeRequest(checkout: CheckoutRow, request: string, nowMs: number): Change {
  return stepOf(checkout, { request, updatedAtMs: nowMs })
}

/** Deletes an open checkout with its expiry timer, and the call to its shop. */
export function remove(checkout: CheckoutRow, nowMs: number): Change[] {
  const { resultCallId } = checkout
  const ended = stepOf(checkout, {
    state: 'deleted',
    resultCallId: null,
    ...withoutSealed(checkout),
    updatedAtMs: nowMs,
  })
  const end = [ended, endOfExpiry(checkout.id)]
  return resultCallId === null ? end : [...end, { kind: 'cancelDelivery', id: resultCallId }]
}

function stepOf(checkout: CheckoutRow, set: CheckoutStep): Change {
  return { kind: 'stepCheckout', id: checkout.id, expectedVersion: checkout.version, set }
}

/** The expiry timer of a new checkout. */
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
 * The changes of the expiry timer. A checkout with a payment under way changes later, with the outcome
 * of the payment; a paid or deleted one does not change.
 */
export function expire(checkout: CheckoutRow, nowMs: number): Change[] {
  if (checkout.state !== 'open') return []
  return [stepOf(checkout, { state: 'expired', ...withoutSealed(checkout), updatedAtMs: nowMs })]
}

/**
 * The changes of a checkout after a payment. The version check lets only one of several submits
 * succeed. A paid checkout needs no timer any more.
 */
export function followPayment(
  checkout: CheckoutRow,
  payment: PaymentRow,
  expectedVersion: number,
  more: Pick<CheckoutStep, 'resultCallId'> = {},
): Change[] {
  const state = stateAfterPayment[payment.state]
  const isOver = state === 'open' && payment.updatedAtMs >= checkout.expiresAtMs
  const step: Change = {
    kind: 'stepCheckout',
    id: checkout.id,
    expectedVersion,
    set: {
      state: isOver ? 'expired' : state,
      ...(isOver || state === 'done' ? withoutSealed(checkout) : withoutKept(checkout)),
      paymentId: payment.id,
      ...more,
      // An earlier try that stored without authentication: the status is that of the latest one.
      ...(checkout.registrationId === null ? {} : { registrationId: null }),
      updatedAtMs: payment.updatedAtMs,
    },
  }
  return state === 'done' ? [step, endOfExpiry(checkout.id)] : [step]
}

function endOfExpiry(checkoutId: string): Change {
  return { kind: 'endTimer', timer: 'checkoutExpiry', subjectId: checkoutId, expectedVersion: null }
}

interface Outcome {
  readonly member: 'paymentId' | 'registrationId'
  readonly id: string
  readonly path: string
  /** The beginning of a sentence that ends with the path. */
  readonly sentence: string
}

/** What a checkout has led to, or will, for the merchant's server. */
export function outcomeOf(checkout: CheckoutRow): Outcome | undefined {
  const { state, paymentId } = checkout
  const isDone = state === 'done'
  if (!isDone && state !== 'processing' && state !== 'pending') return undefined
  // A checkout that only stores details has the id of the payment that authenticates its
  // cardholder.
  const registrationId = storesOnly(requestOf(checkout))
    ? (checkout.registrationId ?? paymentId)
    : null
  if (paymentId !== null && registrationId === null) {
    const sentence = isDone
      ? `It was paid: read payment ${paymentId}`
      : `The outcome of its payment was not known yet: read payment ${paymentId}`
    return { member: 'paymentId', id: paymentId, path: `/v1/payments/${paymentId}`, sentence }
  }
  if (registrationId === null) return undefined
  const path = `/v1/registrations/${registrationId}`
  const sentence = isDone
    ? `Its payment details are stored: read registration ${registrationId}`
    : `Its cardholder had not confirmed yet: read registration ${registrationId}`
  return { member: 'registrationId', id: registrationId, path, sentence }
}
