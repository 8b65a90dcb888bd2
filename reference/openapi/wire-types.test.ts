import { expect, test } from 'vitest'
import type { PaymentAnswer, PaymentRequest, ReferenceRequest } from '../../dist/types/wire.ts'
import { documentParts } from '../../server/testing/all-features.fixture.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { openApiDocument } from './document.ts'
import type { JsonSchema } from './json-schema.ts'
import { merchantTypes, wireTypes } from './wire-types.ts'

const gateway = useTestGateway()

async function send(path: string, body: PaymentRequest | ReferenceRequest): Promise<PaymentAnswer> {
  const { url, demo } = gateway()
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as PaymentAnswer
}

test('the server of a merchant can pay and refund with the types', async () => {
  const paid = await send('/v1/payments', {
    entityId: gateway().demo.entityId,
    paymentType: 'DB',
    amount: 92.5,
    currency: 'EUR',
    card: { number: '4200000000000000', expiryMonth: '05', expiryYear: '2034' },
    customer: {
      givenName: 'Jane',
      surname: 'Jones',
      browser: { javaEnabled: false },
    },
    cart: { items: [{ name: 'Sparrow, diamond kite', price: '92.50', itemNumber: 1 }] },
    customParameters: { 'basket.id': '71' },
  })
  expect(paid.result.code).toBe('000.100.110')
  expect(paid.amount).toBe('92.50')
  expect(paid.cart?.items?.[0]?.itemNumber).toBe('1')
  expect(paid.customer?.browser?.javaEnabled).toBe('false')
  expect(paid.customParameters).toEqual({ 'basket.id': '71' })
  const refund = { paymentType: 'RF', amount: '92.50', currency: 'EUR' } as const
  const refunded = await send(`/v1/payments/${paid.id}`, refund)
  expect(refunded.amount).toBe('92.50')
})

test('every kind of schema has a type', () => {
  const text: JsonSchema = { type: 'string' }
  const document = openApiDocument(documentParts('https://pay.example.com', 'test'))
  const schemas = {
    Kite: {
      type: 'object',
      description: 'Flies */ high.',
      properties: {
        sail: { $ref: '#/components/schemas/Sail' },
        'tail-end': text,
        lines: { type: 'array', items: { type: 'string', enum: ['thin', 'strong'] } },
        ends: { type: 'array', items: text, minItems: 2, maxItems: 2 },
        length: { type: ['string', 'integer'] },
        notes: { type: 'object', patternProperties: { '^x$': text }, additionalProperties: false },
      },
      required: ['sail'],
    },
    Sail: { type: 'object', additionalProperties: text },
    KiteForm: text,
  } as const satisfies Record<string, JsonSchema>
  const written = wireTypes({ ...document, components: { ...document.components, schemas } })
  expect(written.slice(written.indexOf('*/\n') + 3)).toBe(`
/** Flies * / high. */
export interface Kite {
readonly sail: Sail
readonly 'tail-end'?: string
readonly lines?: readonly ('thin' | 'strong')[]
readonly ends?: readonly [string, string]
readonly length?: string | number
readonly notes?: Readonly<Record<string, string>>
}

export type Sail = Readonly<Record<string, string>>
`)
})

test('a merchant has the types of what its server sends and gets, and of what lists are asked for', () => {
  const written = merchantTypes(openApiDocument(documentParts('https://pay.example.com', 'test')))
  const names = [...written.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'PaymentRequest',
      'CardSummary',
      'RefusalAnswer',
      'QueryPaymentsFilter',
    ]),
  )
  expect(names.filter((name) => /^Admin|Form$/.test(name ?? ''))).toEqual([])
  expect(written).toMatch(/interface QueryPaymentsFilter \{[^}]*readonly 'date\.from'\?: string\n/)
  expect(written).toContain('readonly payments: readonly (PaymentRecord | RegistrationRecord)[]')
})
