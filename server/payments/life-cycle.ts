import type { PaymentRow, PaymentType } from '../store/port.ts'

/** Payments that begin a family, and those that refer to one. */
export type FirstType = 'PA' | 'DB' | 'CD'
export type ReferenceType = 'CP' | 'RV' | 'RF'

/** What one kind of reference may do to the payment that it names (decisions §5). */
export interface ReferenceRule {
  /** Types of payment it may name. */
  readonly on: readonly PaymentType[]
  /** No such payment, or one of another type or without success. */
  readonly unfitCode: string
  /** The amount or the state does not allow it. */
  readonly refusalCode: string
  /** Part of what is open, or all of it only. */
  readonly extent: 'part' | 'whole'
  /** Minor units of `target` that are open for it. */
  open(target: PaymentRow): number
}

/**
 * The whole life cycle of money after the first payment. Every (reference × type × state) that is
 * not allowed here is refused with one of the codes of its row; the test beside enumerates them all.
 */
export const references: Readonly<Record<ReferenceType, ReferenceRule>> = {
  CP: {
    on: ['PA'],
    unfitCode: '700.400.510',
    refusalCode: '700.400.100',
    extent: 'part',
    open: openHold,
  },
  RV: {
    on: ['PA', 'DB', 'CD'],
    unfitCode: '700.400.530',
    refusalCode: '700.400.300',
    extent: 'whole',
    open: (target) => (target.paymentType === 'PA' ? openHold(target) : openBooking(target)),
  },
  RF: {
    on: ['DB', 'CP', 'CD'],
    unfitCode: '700.400.520',
    refusalCode: '700.400.200',
    extent: 'part',
    open: openBooking,
  },
}

function openHold(target: PaymentRow): number {
  return target.authorisedMinor - target.capturedMinor - target.reversedMinor
}

function openBooking(target: PaymentRow): number {
  return target.bookedMinor - target.refundedMinor - target.reversedMinor
}
