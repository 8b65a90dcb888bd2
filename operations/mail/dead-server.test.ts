import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import { cardPayment, startTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant, channelOf } from '../../server/testing/merchants.fixture.ts'
import { type SmtpServer, startSmtpServer } from './smtp-server.fixture.ts'

async function gatewayWith(server: SmtpServer) {
  const settings = { server: server.url, user: null, password: null, from: 'pay@gateway.example' }
  const gateway = await startTestGateway({ mailSettings: { ...settings, needsTls: false } })
  onTestFinished(async () => {
    await server.close()
    await gateway.close()
  })
  const merchant = await addMerchant(gateway, {
    settings: () => ({ receipts: { sendReceipts: true } }),
  })
  const shopper = {
    'customer.email': 'jane@home.example',
    'customer.givenName': 'Jane',
    'customer.surname': 'Jones',
  }
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const pay = () => gateway.post('/v1/payments', cardPayment(channelOf(merchant), shopper), headers)
  const mails = () => gateway.store.read.mailsOfEntities([channelOf(merchant)], 'g', 100)
  return { gateway, merchant, pay, mails }
}

describe('a mail server that says nothing', () => {
  it('holds up no payment and no other due work, and gets few connections', async () => {
    const server = await startSmtpServer({ hangs: true })
    const { gateway, merchant, pay, mails } = await gatewayWith(server)
    for (let at = 0; at < 20; at += 1) expect((await pay()).status).toBe(200)
    gateway.clock.advance(60_000)
    await eventually(() => expect(server.connections()).toBe(4))
    expect((await pay()).status).toBe(200)
    // A checkout whose time is over is ended by its timer, beside the mails that wait.
    const checkout = await gateway.post(
      '/v1/checkouts',
      { entityId: channelOf(merchant), amount: '92.00', currency: 'EUR', paymentType: 'DB' },
      { authorization: `Bearer ${merchant.accessToken}` },
    )
    gateway.clock.advance(24 * 3_600_000)
    await eventually(async () => {
      expect(await gateway.store.read.timer('checkoutExpiry', checkout.body.id)).toBeUndefined()
    })
    expect(new Set((await mails()).map(({ state }) => state))).toEqual(new Set(['waiting']))
    expect(server.connections()).toBe(4)
  })
})

describe('a mail server that comes back', () => {
  it('gets all that has waited for it, each once', async () => {
    const down = await startSmtpServer()
    const { gateway, pay, mails } = await gatewayWith(down)
    await down.close()
    for (let at = 0; at < 5; at += 1) await pay()
    await eventually(async () => {
      gateway.clock.advance(100)
      expect((await mails()).some(({ attempts }) => attempts > 0)).toBe(true)
    })
    const up = await startSmtpServer({ port: Number(new URL(down.url).port) })
    onTestFinished(() => up.close())
    // Up to the second try; then in small steps, as a try that takes longer than a lease is made again.
    gateway.clock.advance(60_000)
    await eventually(async () => {
      gateway.clock.advance(500)
      expect((await mails()).every(({ state }) => state === 'sent')).toBe(true)
    })
    expect(up.mails).toHaveLength(5)
  })
})
