import { describe, expect, it } from 'vitest'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

// docs/design/page-knowledge.md: what is recorded of a number that is still being typed could be read.

const gateway = useTestGateway()

const NUMBER = '4539148803436467'

/** Beginnings of card numbers, some with a right check digit, and numbers with a wrong one. */
const numbers: readonly (readonly [what: string, number: string, brand?: string])[] = [
  ['eight digits', NUMBER.slice(0, 8)],
  ['twelve digits', NUMBER.slice(0, 12)],
  ['15 digits of 16', NUMBER.slice(0, 15)],
  ['twelve digits of a Visa card with a right check digit', '453914880340'],
  ['a wrong check digit', '4539148803436466'],
  ['a wrong check digit, of another brand than named', '4539148803436466', 'MASTER'],
  ['14 digits of Amex', '37144963539843', 'AMEX'],
  ['15 digits of UnionPay, which has no check digit', '625094700000005', 'UNIONPAY'],
  ['eleven digits of no brand', '99999999999', 'VISA'],
]

const card = (number: string, brand = 'VISA'): Form => ({
  paymentBrand: brand,
  'card.number': number,
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
  shopperResultUrl: 'https://shop.example/result',
})

const toPay: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
const endpoints = [
  ['payment', toPay],
  ['summary', toPay],
  ['registration', { createRegistration: 'true' }],
] as const

async function open(profile: 'strict' | 'legacy', asked: Form): Promise<string> {
  const merchant = await addMerchant(gateway(), { settings: () => ({ profile }) })
  const entityId = channelOf(merchant)
  const authorization = `Bearer ${merchant.accessToken}`
  const { body } = await gateway().post('/v1/checkouts', { entityId, ...asked }, { authorization })
  expect(body.result.code, body.result.description).toBe('000.200.100')
  return body.id
}

it('an expired date is named beside a wrong number', async () => {
  const id = await open('strict', toPay)
  const form = { ...card('4539148803436466'), 'card.expiryYear': '2020' }
  const { body } = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form })
  const names = body.result.parameterErrors?.map(({ name }) => name)
  expect(names).toEqual(['card.number', 'card.expiryYear'])
})

describe.each(['strict', 'legacy'] as const)('a checkout of the profile %s', (profile) => {
  it.each(endpoints)(
    'refuses at /%s a number that is none, and notes nothing',
    async (endpoint, asked) => {
      const id = await open(profile, asked)
      const before = await gateway().store.read.checkout(id)
      for (const [what, number, brand] of numbers) {
        const form = card(number, brand)
        const { status, body } = await sendBare(gateway(), `POST /v1/checkouts/${id}/${endpoint}`, {
          form,
        })
        expect(status, what).toBe(400)
        const errors = body.result.parameterErrors as readonly { name: string; value?: string }[]
        expect(
          errors.map(({ name }) => name),
          what,
        ).toContain('card.number')
        // These are long enough to hold any four digits by chance.
        const { id: _i, ndc: _n, buildNumber: _b, timestamp: _t, ...said } = body
        expect(JSON.stringify(said), what).not.toContain(number.slice(-4))
        expect(await gateway().store.read.checkout(id), what).toEqual(before)
      }
      const whole = await sendBare(gateway(), `POST /v1/checkouts/${id}/${endpoint}`, {
        form: card(NUMBER),
      })
      expect(whole.body.result.code).toMatch(/^000\.(?:100\.110|200\.101)$/)
    },
  )
})
