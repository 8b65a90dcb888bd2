import type { PaymentRow, PaymentType } from '../../server/store/port.ts'

/**
 * Whether a payment may have these amounts, and may follow on `before`: the same limits as the
 * constraints `limit_*` of the SQL tables, written a second time on purpose. A property test
 * compares the two.
 */
export function keepsMoneyLimits(after: PaymentRow, before: PaymentRow | undefined): boolean {
  return (
    amountsInRange(after) &&
    booksOnlyOnSuccess(after) &&
    staysWithinAmounts(after) &&
    reversesOnlyWhatMayBe(after) &&
    countsCaptures(after) &&
    (before === undefined || (respectsFinal(after, before) && reversesWhole(after, before)))
  )
}

function amountsInRange(row: PaymentRow): boolean {
  const amounts = [
    row.amountMinor,
    row.authorisedMinor,
    row.bookedMinor,
    row.capturedMinor,
    row.reversedMinor,
    row.refundedMinor,
    row.chargedBackMinor,
    row.captureCount,
    row.replacedHoldMinor,
  ]
  return amounts.every((amount) => amount >= 0 && amount <= Number.MAX_SAFE_INTEGER)
}

/** Only success books, only a PA holds; a reversal, a check and an authentication move nothing. */
function booksOnlyOnSuccess({ paymentType, state, authorisedMinor, bookedMinor }: PaymentRow) {
  const mayHold = state === 'succeeded' && paymentType === 'PA'
  const mayBook = state === 'succeeded' && BOOKING_TYPES.has(paymentType)
  return (authorisedMinor === 0 || mayHold) && (bookedMinor === 0 || mayBook)
}

const BOOKING_TYPES: ReadonlySet<PaymentType> = new Set(['DB', 'CD', 'CP', 'RB', 'RF', 'CB', 'CR'])

function staysWithinAmounts(row: PaymentRow): boolean {
  if (row.paymentType === 'PA') {
    return row.capturedMinor + row.reversedMinor <= row.authorisedMinor && row.refundedMinor === 0
  }
  const taken = row.refundedMinor + row.reversedMinor
  return taken <= row.bookedMinor && row.capturedMinor === 0
}

function reversesOnlyWhatMayBe(row: PaymentRow): boolean {
  if (row.paymentType === 'RF' && row.refundedMinor > 0) return false
  if (row.reversedMinor === 0 || row.paymentType === 'PA') return true
  if (row.paymentType !== 'DB' && row.paymentType !== 'CD') return false
  return row.refundedMinor === 0 && row.reversedMinor === row.bookedMinor
}

function countsCaptures(row: PaymentRow): boolean {
  if (row.captureCount === 0) return true
  return row.paymentType === 'PA' && row.captureCount <= (row.maximumCaptures ?? row.captureCount)
}

/**
 * After `sequence=FINAL` nothing more is captured or refunded; amounts may be given back, and
 * released at the end of a hold.
 */
function respectsFinal(after: PaymentRow, before: PaymentRow): boolean {
  if (before.finalisedBy === null) return true
  return (
    after.capturedMinor <= before.capturedMinor &&
    (after.reversedMinor <= before.reversedMinor || after.paymentType === 'PA') &&
    after.refundedMinor <= before.refundedMinor
  )
}

/** A reversal takes the whole open amount (decisions §5, RV). */
function reversesWhole(after: PaymentRow, before: PaymentRow): boolean {
  if (after.reversedMinor <= before.reversedMinor) return true
  const taken = after.capturedMinor + after.refundedMinor + after.reversedMinor
  return taken === after.authorisedMinor + after.bookedMinor
}
