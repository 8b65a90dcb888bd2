import { type PaymentRow, paymentAfterStep } from '../../store/port.ts'
import { keptReferences } from '../accounts/provider-references.ts'
import type { NamedByProvider } from '../connectors/connector.ts'
import { detailsOf, isVoided, readDetails, storedDetails } from '../details.ts'
import { eventOf } from '../record/booking.ts'
import type { OutcomeParts } from '../record/outcomes.ts'
import { inquiryOf } from './inquiry.ts'

type Parts = Pick<OutcomeParts, 'store' | 'clock' | 'log' | 'intents' | 'connectorOf'>

/** Operations that charge, and are not only a change of an earlier charge. */
const CHARGES: ReadonlySet<PaymentRow['operation']> = new Set(['first', 'rebill'])

/**
 * Has a charge voided whose outcome can be found by no inquiry any more. That it only can fail from now on is durable
 * before its acquirer is asked. Called each time that the timer of the payment has asked in vain.
 */
export async function voidIfUnfound(payment: PaymentRow, parts: Parts): Promise<void> {
  const { voidByReference } = await parts.connectorOf(payment.connector)
  if (voidByReference === undefined) return
  if (payment.state !== 'intent' || !CHARGES.has(payment.operation)) return
  const { forMs, isUnderWay } = parts.intents.known(payment)
  if (isUnderWay || forMs <= voidByReference.afterMs) return
  if (!isVoided(payment) && !(await markAsVoided(payment, parts))) return
  await sendVoid(payment, parts)
}

/** Has an approval voided that came after its payment was, by the name that the acquirer has told with it. */
export async function voidApproved(
  payment: PaymentRow,
  references: readonly NamedByProvider[],
  parts: Parts,
): Promise<void> {
  const kept = keptReferences(payment, references, detailsOf(payment))
  if (kept.length > 0) await parts.store.commit(kept)
  parts.log.warn({ paymentId: payment.id }, APPROVED_LATE)
  await sendVoid(payment, parts)
}

const APPROVED_LATE =
  'an acquirer has approved a payment that is being voided: it is asked to cancel or pay it back'

async function sendVoid(payment: PaymentRow, { connectorOf, log }: Parts): Promise<void> {
  const { voidByReference, name } = await connectorOf(payment.connector)
  const answer = await voidByReference?.send(inquiryOf(payment))
  if (answer === 'accepted') return
  log.warn({ paymentId: payment.id, connector: name }, 'an acquirer has not taken a void yet')
}

/** `false`: another process has changed the payment meanwhile. */
async function markAsVoided(
  payment: PaymentRow,
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
): Promise<boolean> {
  const { id, version: expectedVersion } = payment
  const nowMs = clock.of(payment.entityId)
  const details = { ...readDetails(payment), voidedAtMs: nowMs }
  const set = { details: storedDetails(payment, details), updatedAtMs: nowMs }
  const after = paymentAfterStep(payment, set, expectedVersion + 1)
  const step = { kind: 'stepPayment', id, expectedVersion, set } as const
  const marked = await store.commit([step, eventOf(after, 'voiding')])
  if (marked.applied) log.warn({ paymentId: id }, VOIDED)
  return marked.applied
}

const VOIDED =
  'the outcome of a charge cannot be found: its acquirer is asked to cancel whatever has its reference'
