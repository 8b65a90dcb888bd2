import type { AskedServer, Fields, Reply } from './asked-server.ts'
import type { Observer } from './contract.ts'

/** A number of the simulators, which no bank has issued. */
export const CARD: Fields = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2039',
  'card.cvv': '123',
}

export const EXPIRED: Fields = { 'card.expiryYear': '2020' }

/** Of a successful payment in `testMode=INTERNAL`. */
export const PAID = '000.100.110'

/** Of a request with wrong parameters. */
export const INVALID = '200.300.404'

/** Of a payment or registration; that of a checkout may be longer. */
export const PAYMENT_ID = /^[A-Za-z0-9]{32}$/

/** A debit of 92.00 EUR; every payment of a run names the simulators. */
export function debit(more: Fields = {}): Fields {
  const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'INTERNAL' }
  return { ...order, paymentBrand: 'VISA', ...CARD, ...more }
}

/** Makes a payment that must succeed, and answers its id. */
export async function paid(see: Observer, server: AskedServer, more: Fields = {}): Promise<string> {
  const reply = await server.post('/v1/payments', debit(more))
  see.equal('result.code of the payment', reply.at('result.code'), PAID)
  return see.text('id of the payment', reply.at('id'))
}

/** Refers to a payment; the amount is in EUR. */
export function refer(server: AskedServer, id: string, fields: Fields): Promise<Reply> {
  const currency = 'amount' in fields ? { currency: 'EUR' } : {}
  return server.post(`/v1/payments/${id}`, { testMode: 'INTERNAL', ...currency, ...fields })
}

/** A request that did what it should. */
export function sawDone(see: Observer, what: string, reply: Reply): void {
  see.equal(`HTTP status of ${what}`, reply.status, 200)
  see.equal(`result.code of ${what}`, reply.at('result.code'), PAID)
}

/** A refusal: no status of success, and a code that says why. */
export function sawRefused(see: Observer, what: string, reply: Reply, code?: string): void {
  see.equal(`HTTP status of ${what}`, reply.status, 400)
  const got = reply.at('result.code')
  if (code !== undefined) see.equal(`result.code of ${what}`, got, code)
  else see.matches(`result.code of ${what}`, got, /^(?!000\.)\d{3}\.\d{3}\.\d{3}$/)
}

/** The names that a refusal finds fault with. */
export function faultyNames(reply: Reply): readonly unknown[] {
  const errors = reply.at('result.parameterErrors')
  return Array.isArray(errors) ? errors.map((error) => error?.name) : []
}

/** A create-checkout request of the merchant's server. */
export async function checkout(
  see: Observer,
  server: AskedServer,
  more: Fields = {},
): Promise<string> {
  const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'INTERNAL' }
  const reply = await server.post('/v1/checkouts', { ...order, ...more })
  see.equal('result.code of the creation', reply.at('result.code'), '000.200.100')
  return see.text('id of the checkout', reply.at('id'))
}

/** What the widget sends when the shopper pays: no token, no entity. */
export function submit(server: AskedServer, id: string, more: Fields = {}): Promise<Reply> {
  const page = { shopperResultUrl: 'https://shop.example.com/result', entityId: '' }
  const fields = { paymentBrand: 'VISA', ...CARD, ...page, ...more }
  return server.post(`/v1/checkouts/${id}/payment`, fields, { authorization: null })
}
