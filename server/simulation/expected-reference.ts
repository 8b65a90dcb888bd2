import type { PaymentRow, PaymentType } from '../store/port.ts'

/** A capture, reversal or refund as a simulated merchant asks for it. */
export interface AskedReference {
  readonly paymentType: 'CP' | 'RV' | 'RF'
  /** Absent: all that is open. */
  readonly amountMinor?: number
  readonly currency: string
  readonly isFinal: boolean
}

/** What must be answered: the amount that is booked, or the code of the refusal. */
export type ExpectedReference = { readonly amountMinor: number } | { readonly code: string }

const REVERSAL_WINDOW_MS = 24 * 60 * 60 * 1000

const FITTING: Readonly<Record<AskedReference['paymentType'], readonly PaymentType[]>> = {
  CP: ['PA'],
  RV: ['PA', 'DB', 'CD'],
  RF: ['DB', 'CP', 'CD'],
}
const UNFIT_CODE = { CP: '700.400.510', RV: '700.400.530', RF: '700.400.520' } as const
const REFUSAL_CODE = { CP: '700.400.100', RV: '700.400.300', RF: '700.400.200' } as const

/**
 * The table of decisions §5, written a second time on purpose: the simulation must not learn from the
 * rules what is right.
 */
export function expectedReference(
  target: PaymentRow,
  asked: AskedReference,
  nowMs: number,
): ExpectedReference {
  const { paymentType } = asked
  if (!FITTING[paymentType].includes(target.paymentType)) return { code: UNFIT_CODE[paymentType] }
  if (target.state === 'intent' || target.state === 'pending') return { code: '700.400.570' }
  if (target.state === 'failed') return { code: UNFIT_CODE[paymentType] }
  if (asked.currency !== target.currency) return { code: '700.100.500' }
  const openMinor = openFor(target)
  if (openMinor === 0) return { code: '700.300.300' }
  const amountMinor = asked.amountMinor ?? openMinor
  const refused = { code: REFUSAL_CODE[paymentType] }
  if (target.finalised) return refused
  if (amountMinor > openMinor) return refused
  if (paymentType === 'RV' && amountMinor < openMinor) return refused
  if (paymentType === 'CP' && target.captureCount >= (target.maximumCaptures ?? 98)) return refused
  if (paymentType === 'RV' && target.paymentType !== 'PA') {
    const isTooLate = nowMs - target.createdAtMs > REVERSAL_WINDOW_MS
    if (isTooLate || target.refundedMinor > 0) return refused
  }
  return { amountMinor }
}

function openFor(target: PaymentRow): number {
  return target.paymentType === 'PA'
    ? target.authorisedMinor - target.capturedMinor - target.reversedMinor
    : target.bookedMinor - target.refundedMinor - target.reversedMinor
}
