import type {
  Change,
  PaymentMoney,
  PaymentRow,
  PaymentType,
  PostingAccount,
} from '../../store/port.ts'

/** The two accounts of its family between which a successful payment moves its amount. */
type Movement = readonly [from: PostingAccount, to: PostingAccount]

/** A reference together with the payment that it names. */
export interface TargetOfReference {
  readonly target: PaymentRow
  /** `sequence=FINAL`. */
  readonly isFinal: boolean
}

/**
 * The amounts that success sets on the payment's own row: `authorisedMinor` for a PA, else
 * `bookedMinor`. A reversal and an incremental authorisation change their target instead.
 */
export function bookedBySuccess(payment: PaymentRow): Partial<PaymentMoney> {
  if (payment.operation === 'increment' || payment.operation === 'reversal') return {}
  if (payment.paymentType === '3D') return {}
  if (payment.paymentType === 'PA') return { authorisedMinor: payment.amountMinor }
  return { bookedMinor: payment.amountMinor }
}

/**
 * The postings of a payment that has its outcome. They sum to zero (R-INV-2). An account check posts
 * nothing; a renewal also reverses what its target still held. `releasedMinor`: the amount of a closed
 * hold that this outcome releases; a failure can release an amount too.
 */
export function postingsOf(
  payment: PaymentRow,
  reference?: TargetOfReference,
  releasedMinor = 0,
): Change[] {
  const succeeded = payment.state === 'succeeded'
  const freedMinor = releasedMinor + (succeeded ? payment.replacedHoldMinor : 0)
  const freed = legsOf(payment, ['authorised', 'reversed'], freedMinor)
  if (!succeeded || payment.paymentType === '3D') return freed
  const own = movementOf(payment.paymentType, reference?.target.paymentType)
  return [...freed, ...legsOf(payment, own, payment.amountMinor)]
}

/**
 * The postings of a late failure `made`: those of the failed payment, the other way round, and the amount that a
 * closed hold releases.
 */
export function reverseLegs(
  made: PaymentRow,
  failed: PaymentRow,
  reference: TargetOfReference | undefined,
  releasedMinor: number,
): Change[] {
  const [from, to] = movementOf(failed.paymentType, reference?.target.paymentType)
  return [
    ...legsOf(made, [to, from], made.amountMinor),
    ...legsOf(made, ['authorised', 'reversed'], releasedMinor),
  ]
}

function legsOf(payment: PaymentRow, [from, to]: Movement, movedMinor: number): Change[] {
  if (movedMinor === 0) return []
  const leg = (account: PostingAccount, amountMinor: number): Change => ({
    kind: 'appendPosting',
    row: {
      familyId: payment.familyId,
      paymentId: payment.id,
      account,
      amountMinor,
      currency: payment.currency,
      atMs: payment.updatedAtMs,
    },
  })
  return [leg(from, -movedMinor), leg(to, movedMinor)]
}

function movementOf(paymentType: PaymentType, targetType: PaymentType | undefined): Movement {
  const booked = targetType === 'CD' ? 'credited' : 'captured'
  switch (paymentType) {
    case 'PA':
      return ['shopper', 'authorised']
    case 'DB':
    case 'RB':
      return ['shopper', 'captured']
    case 'CD':
      return ['merchant', 'credited']
    case 'CP':
      return ['authorised', 'captured']
    case 'RV':
      return [targetType === 'PA' ? 'authorised' : booked, 'reversed']
    case 'RF':
      return [booked, 'refunded']
    // Whatever was charged back, the acquirer takes it from the merchant.
    case 'CB':
      return ['merchant', 'chargedBack']
    case 'CR':
      return ['chargedBack', 'merchant']
    case 'RI':
    case '3D':
      throw new Error(`A payment of type ${paymentType} moves no money`)
  }
}

/**
 * What a reference changes on its target in its first commit: it reserves its amount, so that no
 * concurrent reference can use the same money. A renewal reserves the whole open amount, because the
 * new hold replaces the old one.
 */
export function reservedOn({ target, isFinal }: TargetOfReference, payment: PaymentRow) {
  return { ...countedOn(target, payment, 1), ...(isFinal ? { finalisedBy: payment.id } : {}) }
}

/** What undoes the reservation of a reference that has failed. */
export function releasedOn({ target, isFinal }: TargetOfReference, payment: PaymentRow) {
  return { ...countedOn(target, payment, -1), ...(isFinal ? { finalisedBy: null } : {}) }
}

/** What a reference changes on its target only when it succeeds: an increment raises the hold. */
export function achievedOn(
  { target }: TargetOfReference,
  { operation, amountMinor }: PaymentRow,
): Partial<PaymentMoney> {
  if (operation !== 'increment') return {}
  return { authorisedMinor: target.authorisedMinor + amountMinor }
}

function countedOn(
  target: PaymentRow,
  { operation, amountMinor, replacedHoldMinor }: PaymentRow,
  sign: 1 | -1,
): Partial<PaymentMoney> {
  switch (operation) {
    case 'capture':
      return {
        capturedMinor: target.capturedMinor + sign * amountMinor,
        captureCount: target.captureCount + sign,
      }
    case 'reversal':
      return { reversedMinor: target.reversedMinor + sign * amountMinor }
    case 'renewal':
      return { reversedMinor: target.reversedMinor + sign * replacedHoldMinor }
    case 'refund':
      return { refundedMinor: target.refundedMinor + sign * amountMinor }
    case 'increment':
      // The value stays the same, but the write raises the version: a concurrent decision on the same
      // hold then fails on its version check.
      return sign === 1 ? { authorisedMinor: target.authorisedMinor } : {}
    case 'rebill':
      return {}
    case 'first':
    case 'chargeback':
    case 'chargebackReversal':
    case 'lateFailure':
      throw new Error(`A payment of the kind ${operation} reserves nothing`)
  }
}

/** What a person has decided about a payment, and why. Kept in its history. */
export interface ManualDecision {
  /** Who has decided. */
  readonly by: string
  readonly reason: string
  /** What proves the outcome: where it was found, and when. */
  readonly evidence?: string
}

/** Adds the latest step of a payment to its history. */
export function eventOf(
  payment: PaymentRow,
  kind: string = payment.state,
  decision?: ManualDecision,
): Change {
  return {
    kind: 'appendEvent',
    row: {
      paymentId: payment.id,
      sequence: payment.version,
      kind,
      atMs: payment.updatedAtMs,
      data: JSON.stringify(dataOf(payment, decision)),
    },
  }
}

/** Only a decision is copied: every payment writes an event, and few of them are decided by hand. */
function dataOf({ resultCode: code }: PaymentRow, decision: ManualDecision | undefined) {
  return decision === undefined ? { code } : { code, ...decision }
}
