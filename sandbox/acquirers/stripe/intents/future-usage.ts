import type { PaymentIntent, PaymentMethod } from '../objects/types.ts'

/** What a method is kept for after its payment: its own option wins over that of the intent. */
export function futureUsage(intent: PaymentIntent, { type }: PaymentMethod): string | null {
  const own = intent.payment_method_options[type]?.setup_future_usage
  if (own === undefined) return intent.setup_future_usage
  return own === 'none' ? null : String(own)
}
