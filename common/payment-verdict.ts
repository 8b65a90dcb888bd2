/** What became of a payment that was sent. */
export type PaymentVerdict = 'accepted' | 'declined' | 'pending'

/**
 * By the beginnings of result codes; what is in neither was not paid. A test compares both with the
 * catalogue. Success under review (000.400.0, but for 030, which was not carried out) counts as paid.
 */
const PENDING = /^(000\.200|800\.400\.5|100\.400\.500)/
const ACCEPTED = /^000\.(000|100\.1|[36]|400\.(0[^3]|1[012]0))/

/** What a result code says about a payment that was just sent. */
export function verdictOf(code: string): PaymentVerdict {
  if (PENDING.test(code)) return 'pending'
  return ACCEPTED.test(code) ? 'accepted' : 'declined'
}
