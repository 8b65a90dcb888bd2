import type { PaymentOperation, PaymentRow, PaymentType } from '../../engine/store/port.ts'

/** Payments that begin a family; `3D` only authenticates. */
export type FirstType = 'PA' | 'DB' | 'CD' | '3D'

/** What a payment does that refers to an earlier one. */
export type ReferenceOperation = Exclude<PaymentOperation, 'first'>

/** References of type PA: one raises a hold, one renews it. */
export type HoldChange = Extract<ReferenceOperation, 'increment' | 'renewal'>

/** What one operation may do to the payment that it names (decisions §5). */
export interface ReferenceRule {
  readonly paymentType: PaymentType
  /**
   * What requests say: the `paymentType`, or of PA the `standingInstruction.industryPractice`
   * (interface document, referenceUuid).
   */
  readonly wireName: string
  /** Types of payment it may name. */
  readonly on: readonly PaymentType[]
  /** There is no such payment. */
  readonly unknownCode: string
  /** One of another type or without success. */
  readonly unfitCode: string
  /** The amount or the state does not allow it. */
  readonly refusalCode: string
  /** Part of what is open, all of it only, or any amount as long as something is open. */
  readonly extent: 'part' | 'whole' | 'any'
  /** Whether `sequence=FINAL` on it closes its target: what charges more is not the end of anything. */
  readonly mayBeLast: boolean
  /** Minor units of `target` that are open for it. */
  open(target: PaymentRow): number
}

/**
 * The whole life cycle of money after the first payment. Every (operation × type × state) that is
 * not allowed here is refused with one of the codes of its row; the test beside enumerates them all.
 */
export const references: Readonly<Record<ReferenceOperation, ReferenceRule>> = {
  capture: {
    paymentType: 'CP',
    wireName: 'CP',
    on: ['PA'],
    unknownCode: '700.400.510',
    unfitCode: '700.400.510',
    refusalCode: '700.400.100',
    extent: 'part',
    mayBeLast: true,
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
    open: openHold,
  },
}

export function isHoldChange(operation: ReferenceOperation | undefined): operation is HoldChange {
  return operation === 'increment' || operation === 'renewal'
}

/** The operation that a request names, see `ReferenceRule.wireName`. */
export function operationNamed(wireName: string | undefined): ReferenceOperation | undefined {
  const operations = Object.keys(references) as ReferenceOperation[]
  return operations.find((operation) => references[operation].wireName === wireName)
}

/** Minor units that a PA still holds. */
export function openHold(target: PaymentRow): number {
  return target.authorisedMinor - target.capturedMinor - target.reversedMinor
}

/** Minor units of a payment that may still be captured or reversed; of a booking, refunded. */
export function openOf(target: PaymentRow): number {
  return target.paymentType === 'PA' ? openHold(target) : openBooking(target)
}

function openBooking(target: PaymentRow): number {
  return target.bookedMinor - target.refundedMinor - target.reversedMinor
}
