import type {
  Change,
  PaymentMoney,
  PaymentRow,
  PaymentStep,
  PaymentType,
  PostingAccount,
} from '../store/port.ts'
import type { ReferenceType } from './life-cycle.ts'

/** Between which accounts of its family a successful payment moves its amount. */
type Movement = readonly [from: PostingAccount, to: PostingAccount]

/** Money before anything was booked. */
export const nothingBooked: PaymentMoney = {
  authorisedMinor: 0,
  bookedMinor: 0,
  capturedMinor: 0,
  reversedMinor: 0,
  refundedMinor: 0,
  captureCount: 0,
  finalised: false,
}

/** What success books on the payment itself: a hold for a PA, a movement of money for all but RV. */
export function bookedBySuccess(payment: PaymentRow): Partial<PaymentMoney> {
  if (payment.paymentType === 'PA') return { authorisedMinor: payment.amountMinor }
  if (payment.paymentType === 'RV') return {}
  return { bookedMinor: payment.amountMinor }
}

/** The two legs of a successful payment. They sum to zero (R-INV-2). An account check books nothing. */
export function postingsOf(
  payment: PaymentRow,
  target: PaymentRow | undefined,
  atMs: number,
): Change[] {
  if (payment.amountMinor === 0) return []
  const [from, to] = movementOf(payment.paymentType, target?.paymentType)
  const leg = (account: PostingAccount, amountMinor: number): Change => ({
    kind: 'appendPosting',
    row: {
      familyId: payment.familyId,
      paymentId: payment.id,
      account,
      amountMinor,
      currency: payment.currency,
      atMs,
    },
  })
  return [leg(from, -payment.amountMinor), leg(to, payment.amountMinor)]
}

function movementOf(paymentType: PaymentType, targetType: PaymentType | undefined): Movement {
  const booked = targetType === 'CD' ? 'credited' : 'captured'
  switch (paymentType) {
    case 'PA':
      return ['shopper', 'authorised']
    case 'DB':
      return ['shopper', 'captured']
    case 'CD':
      return ['merchant', 'credited']
    case 'CP':
      return ['authorised', 'captured']
    case 'RV':
      return [targetType === 'PA' ? 'authorised' : booked, 'reversed']
    case 'RF':
      return [booked, 'refunded']
  }
}

/** A payment after a step; its version is one more where the payment was in the store before. */
export function steppedBy(
  payment: PaymentRow,
  step: PaymentStep,
  version = payment.version,
): PaymentRow {
  // Column by column: a spread or Object.assign of this many costs 6 to 30 µs on Node 20, this 0.2.
  return {
    id: payment.id,
    entityId: payment.entityId,
    checkoutId: payment.checkoutId,
    referencedId: payment.referencedId,
    familyId: payment.familyId,
    paymentType: payment.paymentType,
    paymentBrand: payment.paymentBrand,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    state: step.state ?? payment.state,
    resultCode: step.resultCode ?? payment.resultCode,
    maximumCaptures: payment.maximumCaptures,
    connector: payment.connector,
    vaultRecordId: step.vaultRecordId === undefined ? payment.vaultRecordId : step.vaultRecordId,
    authorisedMinor: step.authorisedMinor ?? payment.authorisedMinor,
    bookedMinor: step.bookedMinor ?? payment.bookedMinor,
    capturedMinor: step.capturedMinor ?? payment.capturedMinor,
    reversedMinor: step.reversedMinor ?? payment.reversedMinor,
    refundedMinor: step.refundedMinor ?? payment.refundedMinor,
    captureCount: step.captureCount ?? payment.captureCount,
    finalised: step.finalised ?? payment.finalised,
    details: step.details ?? payment.details,
    createdAtMs: payment.createdAtMs,
    updatedAtMs: step.updatedAtMs,
    version,
  }
}

/**
 * Takes a reference's amount out of what is open on its target, at the moment the reference is
 * written down: while it is under way nobody else can spend the same money.
 */
export function reserve(
  target: PaymentRow,
  reference: ReferenceType,
  amountMinor: number,
  isFinal: boolean,
  atMs: number,
): PaymentStep {
  return {
    ...countedOn(target, reference, amountMinor, 1),
    ...(isFinal ? { finalised: true } : {}),
    updatedAtMs: atMs,
  }
}

/** Gives a reservation back: the reference failed for certain. */
export function release(
  target: PaymentRow,
  reference: ReferenceType,
  amountMinor: number,
  wasFinal: boolean,
  atMs: number,
): PaymentStep {
  return {
    ...countedOn(target, reference, -amountMinor, -1),
    ...(wasFinal ? { finalised: false } : {}),
    updatedAtMs: atMs,
  }
}

function countedOn(
  target: PaymentRow,
  reference: ReferenceType,
  amountMinor: number,
  captures: 1 | -1,
): Partial<PaymentMoney> {
  switch (reference) {
    case 'CP':
      return {
        capturedMinor: target.capturedMinor + amountMinor,
        captureCount: target.captureCount + captures,
      }
    case 'RV':
      return { reversedMinor: target.reversedMinor + amountMinor }
    case 'RF':
      return { refundedMinor: target.refundedMinor + amountMinor }
  }
}
