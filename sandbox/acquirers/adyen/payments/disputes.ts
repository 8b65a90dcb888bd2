import type { EventCode } from '../facts/events.ts'
import { eventDate } from '../notifications.ts'
import { invalid } from '../wire/errors.ts'
import type { World } from '../world.ts'
import type { Dispute, Payment } from './types.ts'

/** How a dispute may go on; what it does with the money. */
const COURSES = {
  CHARGEBACK: 'taken',
  CHARGEBACK_REVERSED: 'back',
  SECOND_CHARGEBACK: 'taken',
  PREARBITRATION_WON: 'back',
  PREARBITRATION_LOST: 'taken',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'none',
  INFORMATION_SUPPLIED: 'none',
  ISSUER_COMMENTS: 'none',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'back',
} as const satisfies Partial<Record<EventCode, 'taken' | 'back' | 'none'>>

/** Where a dispute stands after an event; else it was not responded to. */
const STATUSES: Partial<Record<EventCode, string>> = {
  CHARGEBACK_REVERSED: 'Pending',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'Expired',
  INFORMATION_SUPPLIED: 'Responded',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'Won',
  PREARBITRATION_LOST: 'Lost',
  PREARBITRATION_WON: 'Won',
  SECOND_CHARGEBACK: 'Lost',
}

/** Events that name the payment only where a setting of the account is on. */
const NAMELESS: ReadonlySet<EventCode> = new Set([
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
  'PREARBITRATION_WON',
  'PREARBITRATION_LOST',
])

/** Events with which a time to defend begins. */
const DEFENDABLE: ReadonlySet<EventCode> = new Set([
  'NOTIFICATION_OF_CHARGEBACK',
  'REQUEST_FOR_INFORMATION',
  'CHARGEBACK',
])

const DEFENCE_MS = 14 * 24 * 3_600_000

/** Events after which nothing can be answered any more. */
const CLOSING: ReadonlySet<EventCode> = new Set([
  'CHARGEBACK_REVERSED',
  'DISPUTE_DEFENSE_PERIOD_ENDED',
  'ISSUER_RESPONSE_TIMEFRAME_EXPIRED',
  'PREARBITRATION_LOST',
  'PREARBITRATION_WON',
  'SECOND_CHARGEBACK',
])

export type DisputeCourse = keyof typeof COURSES

export interface DisputeOptions {
  readonly eventCode?: 'NOTIFICATION_OF_CHARGEBACK' | 'REQUEST_FOR_INFORMATION' | 'CHARGEBACK'
  readonly amount?: number
  readonly reason?: string
}

export function disputeOf({ disputes }: World, reference: string): Dispute {
  const dispute = disputes.get(reference)
  if (dispute === undefined) throw invalid('000', `No such dispute: ${reference}`, 404)
  return dispute
}

export function openDispute(world: World, payment: Payment, options: DisputeOptions): string {
  const { eventCode = 'NOTIFICATION_OF_CHARGEBACK', reason = 'Fraud' } = options
  const dispute: Dispute = {
    pspReference: world.newReference(),
    payment,
    amount: options.amount ?? payment.captured,
    reason,
    isBooked: false,
    answer: 'open',
    answerUntilMs: world.nowMs() + DEFENCE_MS,
    documents: new Set(),
  }
  world.disputes.set(dispute.pspReference, dispute)
  if (eventCode === 'CHARGEBACK') disputeGoesOn(world, dispute, eventCode)
  else tell(world, dispute, eventCode)
  return dispute.pspReference
}

/** Moves the money as the event says, and tells it. */
export function disputeGoesOn(world: World, dispute: Dispute, course: DisputeCourse): void {
  const effect = COURSES[course]
  const isBooked = effect === 'none' ? dispute.isBooked : effect === 'taken'
  if (isBooked !== dispute.isBooked) {
    const amount = isBooked ? dispute.amount : -dispute.amount
    const { payment } = dispute
    payment.disputed += amount
    world.ledger.book(payment.pspReference, payment.currency, 'disputed', amount)
    dispute.isBooked = isBooked
  }
  if (course === 'INFORMATION_SUPPLIED') dispute.answer = 'defended'
  else if (CLOSING.has(course) && dispute.answer === 'open') dispute.answer = 'over'
  tell(world, dispute, course)
}

function tell({ notifications, account }: World, dispute: Dispute, eventCode: EventCode): void {
  const { payment, amount, reason, pspReference, answer } = dispute
  const isNamed = account.disputesNamePayment || !NAMELESS.has(eventCode)
  const isAnswered = eventCode === 'CHARGEBACK' && answer === 'defended'
  notifications.tell({
    eventCode,
    isSuccess: true,
    pspReference,
    ...(isNamed ? { originalReference: payment.pspReference } : {}),
    merchantReference: payment.reference,
    amount: { value: amount, currency: payment.currency },
    paymentMethod: payment.brand,
    reason,
    additionalData: {
      chargebackReasonCode: '10.4',
      chargebackSchemeCode: payment.brand,
      disputeStatus: statusAfter(eventCode, dispute, isAnswered),
      ...(DEFENDABLE.has(eventCode)
        ? { defendable: 'true', defensePeriodEndsAt: eventDate(dispute.answerUntilMs) }
        : {}),
    },
  })
}

function statusAfter(eventCode: EventCode, { answer }: Dispute, isAnswered: boolean): string {
  if (isAnswered) return 'Responded'
  const isAccepted = eventCode === 'DISPUTE_DEFENSE_PERIOD_ENDED' && answer === 'accepted'
  return isAccepted ? 'Accepted' : (STATUSES[eventCode] ?? 'Unresponded')
}
