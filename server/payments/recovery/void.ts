import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { keptNames } from '../accounts/provider-references.ts'
import type { Connector, ConnectorOutcome, LateWord } from '../connectors/connector.ts'
import { detailsOf, isVoided, readDetails } from '../details.ts'
import type { FindConnector } from '../read/routing.ts'
import { notedStep } from '../record/noted-step.ts'
import { inquiryOf } from './inquiry.ts'
import type { SeenIntents } from './recovery-plan.ts'

interface Parts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: {
    error(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  readonly intents: Pick<SeenIntents, 'known'>
  readonly connectorOf: FindConnector
}

/** Operations that charge, and are not only a change of an earlier charge. */
const CHARGES: ReadonlySet<PaymentRow['operation']> = new Set(['first', 'rebill'])

/**
 * Has a charge voided whose outcome can be found by no inquiry any more. That it only can fail from now on is durable
 * before its acquirer is asked. Called each time that the timer of the payment has asked in vain: an approval that it
 * has found is voided when it is written.
 */
export async function voidIfUnfound(payment: PaymentRow, parts: Parts): Promise<void> {
  const { voidByReference } = await parts.connectorOf(payment.connector)
  if (voidByReference === undefined) return
  if (!CHARGES.has(payment.operation)) return
  // Also of one that waits for its shopper: something was approved of it, and the void may not have arrived.
  if (isVoided(payment)) return sendVoid(payment, parts)
  if (payment.state !== 'intent') return
  const { forMs, isUnderWay } = parts.intents.known(payment)
  if (isUnderWay || forMs <= voidByReference.afterMs) return
  if (await markAsVoided(payment, UNFOUND, parts)) await sendVoid(payment, parts)
}

/** Has an approval voided that came after its payment was, by the name that the acquirer has told with it. */
export async function voidApproved(
  payment: PaymentRow,
  outcome: ConnectorOutcome,
  parts: Parts,
): Promise<void> {
  const references = 'references' in outcome ? (outcome.references ?? []) : []
  const kept = keptNames(payment, references, detailsOf(payment))
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

/** Why a payment can only fail, for the log, and the code with which it does. */
interface VoidReason {
  readonly text: string
  readonly code?: string
}

/** `undefined`: another process has changed the payment meanwhile. */
async function markAsVoided(
  payment: PaymentRow,
  { text, code }: VoidReason,
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
): Promise<PaymentRow | undefined> {
  const atMs = clock.of(payment.entityId)
  const voided = {
    ...readDetails(payment),
    voidedAtMs: atMs,
    ...(code === undefined ? {} : { voidCode: code }),
  }
  const { after, changes } = notedStep(payment, voided, { kind: 'voiding', atMs })
  const marked = await store.commit(changes)
  if (!marked.applied) return undefined
  log.warn({ paymentId: payment.id }, text)
  return after
}

const UNFOUND: VoidReason = {
  text: 'the outcome of a charge cannot be found: its acquirer is asked to cancel whatever has its reference',
}

/** "Transaction declined (amount exceeds credit)": the usual reason to approve less. */
const OTHER_AMOUNT: VoidReason = {
  text: 'an acquirer has approved another amount than was asked for: it is asked to cancel or pay it back',
  code: '800.100.155',
}

const OTHER_AMOUNT_BY_HAND =
  'an acquirer has approved another amount than was asked for, and it cannot be voided by its reference: look there by hand'

/** Whether an acquirer has approved another amount than was asked for. */
export function isOfOtherAmount(
  outcome: ConnectorOutcome | LateWord,
  payment: PaymentRow,
): boolean {
  if (outcome.kind !== 'approved' || outcome.amount === undefined) return false
  const { minor, currency } = outcome.amount
  return minor !== payment.amountMinor || currency !== payment.currency
}

/** Whether the approval of another amount can be voided: else a person has to look. */
export function mayVoidOtherAmount(
  { state, operation }: PaymentRow,
  { voidByReference }: Pick<Connector, 'voidByReference'>,
): boolean {
  return voidByReference !== undefined && CHARGES.has(operation) && state !== 'succeeded'
}

/**
 * Lets a payment only fail of which another amount was approved, because that is no success (decisions §7), and has the
 * approval voided. Answers the payment as it is stored; rejects with the store.
 */
export async function refuseOtherAmount(
  payment: PaymentRow,
  approval: ConnectorOutcome,
  parts: Parts,
): Promise<PaymentRow> {
  const connector = await parts.connectorOf(payment.connector)
  if (!mayVoidOtherAmount(payment, connector)) {
    parts.log.error({ paymentId: payment.id, connector: connector.name }, OTHER_AMOUNT_BY_HAND)
    return payment
  }
  const marked = isVoided(payment) ? payment : await markAsVoided(payment, OTHER_AMOUNT, parts)
  const refused = marked ?? (await parts.store.read.payment(payment.id)) ?? payment
  if (isVoided(refused)) await voidApproved(refused, approval, parts)
  return refused
}
