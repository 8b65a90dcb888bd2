import type { PaymentOperation, PaymentRow, PaymentType } from '../store/port.ts'

/** Payments that begin a family; `3D` only authenticates. */
export type FirstType = 'PA' | 'DB' | 'CD' | '3D'

/** Operations that acquirers report: facts, which no rule refuses. */
export type ReportedOperation = 'chargeback' | 'chargebackReversal' | 'lateFailure'

/** The operations of payments that refer to an earlier one, as merchants ask for them. */
export type ReferenceOperation = Exclude<PaymentOperation, 'first' | ReportedOperation>

/** References of type PA: an increment raises a hold, a renewal replaces it. */
export type HoldChange = Extract<ReferenceOperation, 'increment' | 'renewal'>

/** What one operation may do to the payment that it names (decisions §5). */
export interface ReferenceRule {
  readonly paymentType: PaymentType
  /**
   * Its name in requests: the `paymentType`, or for a PA the `standingInstruction.industryPractice`
   * (interface document, referenceUuid).
   */
  readonly wireName: string
  /** Types of payment that it may refer to. */
  readonly on: readonly PaymentType[]
  /** The named payment does not exist. */
  readonly unknownCode: string
  /** The named payment has another type, or has failed. */
  readonly unfitCode: string
  /** The amount or the state of the named payment does not allow it. */
  readonly refusalCode: string
  /** A part of the open amount, only the whole of it, or any amount while some amount is open. */
  readonly extent: 'part' | 'whole' | 'any'
  /** Whether `sequence=FINAL` on it closes its target; not for operations that charge or hold more. */
  readonly mayBeLast: boolean
  /** It takes or holds more of the shopper's money: risk checks look at it as at a first payment. */
  readonly chargesMore: boolean
  /** It asks the issuer anew: a disabled channel does not, and what is merely accepted is no success. */
  readonly authorises: boolean
  /** It moves money, and does not only change how long or how much is held. */
  readonly movesMoney: boolean
  /** The amount of `target` that it may use, in minor units. */
  open(target: PaymentRow): number
}

/**
 * What may follow a first payment. Each combination of operation, type and state that is not allowed
 * here is refused with one of the codes of its row; `rules.test.ts` enumerates them all.
 */
export const referenceRules: Readonly<Record<ReferenceOperation, ReferenceRule>> = {
  capture: {
    paymentType: 'CP',
    wireName: 'CP',
    on: ['PA'],
    unknownCode: '700.400.510',
    unfitCode: '700.400.510',
    refusalCode: '700.400.100',
    extent: 'part',
    mayBeLast: true,
    chargesMore: false,
    authorises: false,
    movesMoney: true,
    open: openHold,
  },
  reversal: {
    paymentType: 'RV',
    wireName: 'RV',
    on: ['PA', 'DB', 'CD'],
    unknownCode: '700.400.530',
    unfitCode: '700.400.530',
    refusalCode: '700.400.300',
    extent: 'whole',
    mayBeLast: true,
    chargesMore: false,
    authorises: false,
    movesMoney: true,
    open: openOf,
  },
  refund: {
    paymentType: 'RF',
    wireName: 'RF',
    on: ['DB', 'CP', 'CD', 'RB'],
    unknownCode: '700.400.520',
    unfitCode: '700.400.520',
    refusalCode: '700.400.200',
    extent: 'part',
    mayBeLast: true,
    chargesMore: false,
    authorises: false,
    movesMoney: true,
    open: openBooking,
  },
  rebill: {
    paymentType: 'RB',
    wireName: 'RB',
    on: ['DB'],
    unknownCode: '700.100.100',
    unfitCode: '700.100.700',
    refusalCode: '700.100.700',
    extent: 'any',
    mayBeLast: false,
    chargesMore: true,
    authorises: true,
    movesMoney: true,
    open: (target) => target.bookedMinor,
  },
  increment: {
    paymentType: 'PA',
    wireName: 'INCREMENTAL_AUTH',
    on: ['PA'],
    unknownCode: '700.100.100',
    unfitCode: '700.100.700',
    refusalCode: '700.100.200',
    extent: 'any',
    mayBeLast: false,
    chargesMore: true,
    authorises: true,
    movesMoney: false,
    open: openHold,
  },
  renewal: {
    paymentType: 'PA',
    wireName: 'REAUTHORIZATION',
    on: ['PA'],
    unknownCode: '700.100.100',
    unfitCode: '700.100.700',
    refusalCode: '700.100.200',
    extent: 'part',
    mayBeLast: false,
    chargesMore: false,
    authorises: true,
    movesMoney: false,
    open: openHold,
  },
}

export function isHoldChange(operation: ReferenceOperation | undefined): operation is HoldChange {
  return operation === 'increment' || operation === 'renewal'
}

/** The operation that a request names, see `ReferenceRule.wireName`. */
export function operationNamed(wireName: string | undefined): ReferenceOperation | undefined {
  const operations = Object.keys(referenceRules) as ReferenceOperation[]
  return operations.find((operation) => referenceRules[operation].wireName === wireName)
}

/** Minor units that a PA still holds. */
export function openHold(target: PaymentRow): number {
  return target.authorisedMinor - target.capturedMinor - target.reversedMinor
}

/** Minor units of a payment that may still be captured, reversed or refunded. */
export function openOf(target: PaymentRow): number {
  return target.paymentType === 'PA' ? openHold(target) : openBooking(target)
}

/** The same; 0 after `sequence=FINAL`, also while that is under way: nothing may follow it. */
export function openNow(payment: PaymentRow): number {
  return payment.finalisedBy === null ? openOf(payment) : 0
}

function openBooking(target: PaymentRow): number {
  const { bookedMinor, refundedMinor, reversedMinor, chargedBackMinor } = target
  if (target.failedLaterAtMs !== null) return 0
  // What the acquirer has taken back cannot be given back once more.
  return Math.max(0, bookedMinor - refundedMinor - reversedMinor - chargedBackMinor)
}
