import { expect } from 'vitest'
import type { Form, TestGateway, WireAnswer } from '../testing/gateway.fixture.ts'
import { sendBare } from '../testing/merchants.fixture.ts'

/** A card that is to be stored. */
export function storedCard(entityId: string, more: Form = {}): Form {
  return {
    entityId,
    paymentBrand: 'VISA',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    ...more,
  }
}

/** Stores a card of the demo channel; answers its token. */
export async function store(gateway: TestGateway, more: Form = {}): Promise<string> {
  const made = await gateway.post('/v1/registrations', storedCard(gateway.demo.entityId, more))
  expect(made.body.result.code, made.body.result.description).toBe('000.100.110')
  return made.body.id
}

/** A debit of 92.00 EUR with stored payment details. */
export function payWith(gateway: TestGateway, id: string, more: Form = {}): Promise<WireAnswer> {
  return gateway.post(`/v1/registrations/${id}/payments`, {
    entityId: gateway.demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...more,
  })
}

export function remove(gateway: TestGateway, id: string): Promise<WireAnswer> {
  const { entityId, accessToken } = gateway.demo
  const path = `/v1/registrations/${id}?entityId=${entityId}`
  return sendBare(gateway, `DELETE ${path}`, { token: accessToken })
}

/** HTTP status and result code. */
export const outcome = ({ status, body }: WireAnswer) => [status, body.result.code]
