import type { PaymentOperation, PaymentRow, PaymentType } from '../../engine/store/port.ts'
import { holdChangePractices } from '../../wire/parameters/standing-instruction.ts'
import type { PaymentDetails } from './details.ts'

/** Payments that begin a family. */
export type FirstType = 'PA' | 'DB' | 'CD'

/** References by `POST /v1/payments/{id}`. */
export type ReferenceType = 'CP' | 'RV' | 'RF' | 'RB'

/**
 * References of type PA: one raises a hold, one renews it. They name the earlier payment in the path
 * (`POST /v1/payments/{id}`) or by `referenceUuid` (`POST /v1/payments`), and say which they are by
 * `standingInstruction.industryPractice` (interface document, referenceUuid).
 */
export type HoldChange = (typeof holdChangePractices)[number]

export type ReferenceKind = ReferenceType | HoldChange

/** What one kind of reference may do to the payment that it names (decisions §5). */
export interface ReferenceRule {
  readonly operation: PaymentOperation
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
 * The whole life cycle of money after the first payment. Every (reference × type × state) that is
 * not allowed here is refused with one of the codes of its row; the test beside enumerates them all.
 */
export const references: Readonly<Record<ReferenceKind, ReferenceRule>> = {
  CP: {
    operation: 'capture',
    on: ['PA'],
    unknownCode: '700.400.510',
    unfitCode: '700.400.510',
    refusalCode: '700.400.100',
    extent: 'part',
    mayBeLast: true,
    open: openHold,
  },
  RV: {
    operation: 'reversal',
    on: ['PA', 'DB', 'CD'],
    unknownCode: '700.400.530',
    unfitCode: '700.400.530',
    refusalCode: '700.400.300',
    extent: 'whole',
    mayBeLast: true,
    open: openOf,
  },
  RF: {
    operation: 'refund',
    on: ['DB', 'CP', 'CD', 'RB'],
    unknownCode: '700.400.520',
    unfitCode: '700.400.520',
    refusalCode: '700.400.200',
    extent: 'part',
    mayBeLast: true,
    open: openBooking,
  },
  RB: {
    operation: 'rebill',
    on: ['DB'],
    unknownCode: '700.100.100',
    unfitCode: '700.100.700',
    refusalCode: '700.100.700',
    extent: 'any',
    mayBeLast: false,
    open: (target) => target.bookedMinor,
  },
  INCREMENTAL_AUTH: {
    operation: 'increment',
    on: ['PA'],
    unknownCode: '700.100.100',
    unfitCode: '700.100.700',
    refusalCode: '700.100.200',
    extent: 'any',
    mayBeLast: false,
    open: openHold,
  },
  REAUTHORIZATION: {
    operation: 'renewal',
    on: ['PA'],
    unknownCode: '700.100.100',
    unfitCode: '700.100.700',
    refusalCode: '700.100.200',
    extent: 'part',
    mayBeLast: false,
    open: openHold,
  },
}

export function isHoldChange(kind: string | undefined): kind is HoldChange {
  return holdChangePractices.some((change) => change === kind)
}

/** The kind of a stored reference. */
export function referenceKindOf(payment: PaymentRow, details: PaymentDetails): ReferenceKind {
  const practice = details.request['standingInstruction.industryPractice']
  if (payment.paymentType === 'PA' && isHoldChange(practice)) return practice
  return payment.paymentType as ReferenceType
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
