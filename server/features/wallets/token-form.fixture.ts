import type { Form } from '../../testing/gateway.fixture.ts'

/** What asks for a token of the simulated provider: an Apple Pay token of 92.00 EUR. */
export function tokenForm(entityId: string, more: Form = {}): Form {
  return {
    entityId,
    wallet: 'applePay',
    amount: '92.00',
    currency: 'EUR',
    'card.number': '4200000000000000',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    ...more,
  }
}
