/** What moves money, as bookings name it; pages offer the same. */
export const BOOKING_KINDS = [
  'debit',
  'capture',
  'credit',
  'refund',
  'reversal',
  'chargeback',
  'chargebackReversal',
  'failure',
  'fee',
  'payout',
  'settlement',
] as const
