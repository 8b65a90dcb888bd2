import { beforeAll, describe, expect, it } from 'vitest'
import { cardPayment, type Form } from '../../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../../../server/testing/merchants.fixture.ts'
import { useGatewayOnFile } from './gateway-on-file.fixture.ts'

const opened = useGatewayOnFile()
let other: TestMerchant

beforeAll(async () => {
  other = await addMerchant(opened().gateway)
})

const send = (of: TestMerchant, path: string, form: Form, key?: string) =>
  sendBare(opened().gateway, `POST ${path}`, {
    token: of.accessToken,
    form: { entityId: channelOf(of), ...form },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const JANE = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }
const pay = (of: TestMerchant, key: string, more: Form) =>
  send(of, '/v1/payments', { ...cardPayment(channelOf(of)), ...JANE, ...more }, key)

const customer = (act: string, by: string, value: string) => {
  const words = ['--by', by, '--value', value]
  return opened().customer(act, words)
}

const rows = async (table: string, by: string, value: string) => {
  const { lines } = await customer('export', by, value)
  return JSON.parse(lines.join('\n')).kept[table] ?? []
}

describe('keys of requests, when a customer is exported or erased', () => {
  it('answer a request that comes again after the erasure as done, without who it was', async () => {
    const more = { 'customer.email': 'again@shop.example', createRegistration: 'true' }
    const { body } = await pay(opened().merchant, 'again', more)
    expect(await customer('erase', 'email', 'again@shop.example')).toMatchObject({ code: 0 })
    const again = await pay(opened().merchant, 'again', more)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toMatchObject({
      id: body.id,
      registrationId: body.registrationId,
      amount: '92.00',
      result: { code: '000.100.110' },
    })
    expect(JSON.stringify(again.body)).not.toMatch(/Jane|shop\.example/)
    const changed = await pay(opened().merchant, 'again', { ...more, amount: '93.00' })
    expect(changed.body.result.code).toBe('200.200.106')
  })

  it.each([
    ['merchantCustomerId', '17', { 'customer.merchantCustomerId': '17' }, { amount: '17.17' }],
    [
      'email',
      'a@x.example',
      { 'customer.email': 'a@x.example' },
      { 'customer.email': 'anna@x.example' },
    ],
  ])(
    'stay as they are where their answers only have a text like %s %s',
    async (by, value, own, alike) => {
      const mine = await pay(opened().merchant, `mine-${by}`, own)
      const others = [
        await pay(other, `same-${by}`, own),
        await pay(opened().merchant, `alike-${by}`, alike),
      ].map(({ body }) => body)
      const answers = await rows('idempotency', by, value)
      expect(answers.map(({ paymentId }: { paymentId: string }) => paymentId)).toEqual([
        mine.body.id,
      ])
      expect(await customer('erase', by, value)).toMatchObject({ code: 0 })
      const again = [
        await pay(other, `same-${by}`, own),
        await pay(opened().merchant, `alike-${by}`, alike),
      ]
      expect(again.map(({ body }) => body)).toEqual(others)
      expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([
        'true',
        'true',
      ])
    },
  )

  it('are found by what their answers have made', async () => {
    const asked = { paymentType: 'DB', amount: '5.00', currency: 'EUR' }
    const email = { 'customer.email': 'made@shop.example' }
    await send(opened().merchant, '/v1/checkouts', { ...asked, ...JANE, ...email }, 'made')
    expect(await rows('idempotency', 'email', 'made@shop.example')).toHaveLength(1)
  })
})
