import { expect } from 'vitest'
import {
  cardPayment,
  type Form,
  type TestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

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

/** Decides on the simulator's page about a payment that waits for it. */
export async function decide(
  gateway: TestGateway,
  { body }: WireAnswer,
  choice: 'approve' | 'decline' = 'approve',
): Promise<void> {
  const { SimulatorUrl = '' } = body.resultDetails as unknown as Record<string, string>
  const page = new URL(SimulatorUrl)
  page.searchParams.set('choice', choice)
  if (choice === 'decline') page.searchParams.set('code', '800.100.203')
  const decided = await fetch(`${gateway.url}${page.pathname}/decide`, {
    method: 'POST',
    body: page.searchParams,
    redirect: 'manual',
  })
  expect(decided.status).toBeLessThan(400)
}

/** A merchant of one channel that stores each number once. */
export async function deduplicatingMerchant(gateway: TestGateway) {
  const added = await addMerchant(gateway, {
    settings: () => ({ registrations: { deduplicate: true } }),
  })
  const entityId = channelOf(added)
  const token = added.accessToken
  const post = (path: string, form: Form) => sendBare(gateway, `POST ${path}`, { token, form })
  return {
    entityId,
    register: (more: Form = {}) => post('/v1/registrations', storedCard(entityId, more)),
    pay: (more: Form = {}) =>
      post('/v1/payments', cardPayment(entityId, { createRegistration: 'true', ...more })),
    payWith: (id: string, more: Form = {}) =>
      post(`/v1/registrations/${id}/payments`, {
        entityId,
        amount: '92.00',
        currency: 'EUR',
        paymentType: 'DB',
        ...more,
      }),
    read: (id: string) => sendBare(gateway, `GET /v1/payments/${id}`, { token }),
    remove: (id: string) => sendBare(gateway, `DELETE /v1/registrations/${id}`, { token }),
    refer: (id: string, form: Form) => post(`/v1/payments/${id}`, { entityId, ...form }),
  }
}

/** Makes the simulator answer so. */
export const asked = (word: string): Form => ({ 'customParameters[SIMULATOR_outcome]': word })

/** HTTP status and result code. */
export const outcome = ({ status, body }: WireAnswer) => [status, body.result.code]
