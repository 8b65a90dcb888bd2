import { expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway({ transport: { tls: undefined, trustedProxies: ['loopback'] } })

/** Submits a new checkout of a channel from an address, as a proxy forwards it. */
async function submitFrom(
  address: string,
  channel: { entityId: string; token: string },
  more: Form = {},
) {
  const { entityId, token } = channel
  const money = { entityId, amount: '9.00', currency: 'EUR', paymentType: 'DB', ...more }
  const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form: money })
  const card = Object.fromEntries(
    Object.entries(cardPayment(entityId)).filter(([name]) => name.startsWith('card.')),
  )
  const headers = { 'x-forwarded-for': address }
  const path = `/v1/checkouts/${body.id}/payment`
  const paid = await sendBare(gateway(), `POST ${path}`, { form: card, headers })
  const status = await sendBare(gateway(), `GET ${path}?entityId=${entityId}`, { token })
  return { code: paid.body.result.code, status: status.body as unknown as Form }
}

async function channelThatBlocks(address: string) {
  const rules = [
    { kind: 'block' as const, by: 'ip' as const, values: [address], effect: 'refuse' as const },
  ]
  const merchant = await addMerchant(gateway(), { channels: [{ risk: { rules } }] })
  return { entityId: channelOf(merchant), token: merchant.accessToken }
}

it('a payment in the widget is judged by the address from which it comes', async () => {
  const channel = await channelThatBlocks('198.51.100.7')
  expect((await submitFrom('198.51.100.7', channel)).code).toBe('800.300.301')
  const other = await submitFrom('198.51.100.8', channel)
  expect(other.code).toBe('000.100.110')
  expect(other.status).toMatchObject({ customer: { ip: '198.51.100.8' } })
})

it('an address that the merchant has sent counts instead', async () => {
  const channel = await channelThatBlocks('198.51.100.7')
  const name = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }
  const sent = { ...name, 'customer.ip': '203.0.113.5' }
  const { code, status } = await submitFrom('198.51.100.7', channel, sent)
  expect(code).toBe('000.100.110')
  expect(status).toMatchObject({ customer: { ip: '203.0.113.5' } })
})
