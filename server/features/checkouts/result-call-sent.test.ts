import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway({ callsMerchants: true })

/** A shop on a real socket, and the addresses at which it was called. */
async function startShop(status = 200) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/result`, calls }
}

/** A merchant with a clock of its own and a shop; `pay` answers the id of a paid checkout. */
async function merchantWithShop(status?: number) {
  const merchant = await addMerchant(gateway())
  const shop = await startShop(status)
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  return {
    ...shop,
    advance: (advance: string) => gateway().post('/test/clock', { advance }, headers),
    read: (id: string) => gateway().get(`/v1/checkouts/${id}/payment`, headers),
    callOf: async (id: string) => {
      const { resultCallId } = (await gateway().store.read.checkout(id)) ?? {}
      return gateway().store.read.delivery(resultCallId ?? '')
    },
    async pay() {
      const debit = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
      const form = { entityId: channelOf(merchant), ...debit }
      const { id } = (await gateway().post('/v1/checkouts', form, headers)).body
      const card = {
        'card.number': '4200000000000000',
        'card.holder': 'Jane Jones',
        'card.expiryMonth': '05',
        'card.expiryYear': '2034',
        'card.cvv': '123',
        shopperResultUrl: shop.url,
      }
      await gateway().post(`/v1/checkouts/${id}/payment`, card)
      return id
    },
  }
}

const SOON = { timeout: 120_000 }

describe('29 minutes after a submit', () => {
  it('the shop is called once where nobody has read the status, and not where somebody has', async () => {
    const { pay, read, calls, callOf, advance } = await merchantWithShop()
    const unread = await pay()
    await read(await pay())
    await advance('PT28M59S')
    expect((await callOf(unread))?.state).toBe('waiting')
    await advance('PT1S')
    await expect.poll(async () => (await callOf(unread))?.state, SOON).toBe('delivered')
    await advance('P2D')
    const path = encodeURIComponent(`/v1/checkouts/${unread}/payment`)
    expect(calls).toEqual([`GET /result?id=${unread}&resourcePath=${path}`])
    expect(
      await gateway().store.read.deliveryAttempts((await callOf(unread))?.id ?? ''),
    ).toMatchObject([{ attempt: 1, status: 200 }])
  })

  it('a call that fails is not repeated', async () => {
    const { pay, calls, callOf, advance } = await merchantWithShop(500)
    const id = await pay()
    await advance('PT29M')
    await expect.poll(async () => (await callOf(id))?.state, SOON).toBe('givenUp')
    await advance('P2D')
    expect(calls).toHaveLength(1)
  })
})
