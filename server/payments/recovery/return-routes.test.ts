import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerBodyParsers } from '../../http/bodies.ts'
import { answerErrors } from '../../http/errors.ts'
import { registerOpenRoutes } from '../../http/register-routes.ts'
import { returnPath } from '../connectors/return-url.ts'
import { returnRoutes } from './return-routes.ts'

const clock = { now: () => Date.UTC(2026, 10, 20) }
const returned: string[] = []
const shopUrls: Readonly<Record<string, string | undefined>> = {
  authenticated: 'https://shop.example/result?order=7',
  ascii: 'https://Shop.example/result?order=7',
  letters: 'https://shop.example/платеж?order=é',
  none: undefined,
}

const app = Fastify()
let url: string
beforeAll(async () => {
  answerErrors(app, clock as never)
  registerBodyParsers(app)
  const shopperReturns = {
    mayReturn: (_paymentId: string, token: string) => token === 'right',
    find: async (paymentId: string) => ({
      shopUrl: shopUrls[paymentId],
      isAuthenticatedThere: paymentId === 'authenticated',
    }),
    returned: async (paymentId: string) => {
      returned.push(paymentId)
    },
  }
  registerOpenRoutes(app, returnRoutes, {
    shopperReturns: shopperReturns as never,
    sendBack: (_request, reply, shopUrl) => reply.send(`back to ${shopUrl}`),
    clock,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

it.each([
  ['ascii', 303, 'https://Shop.example/result?order=7'],
  ['letters', 303, 'https://shop.example/%D0%BF%D0%BB%D0%B0%D1%82%D0%B5%D0%B6?order=%C3%A9'],
  ['none', 200, null],
])(
  'the shopper goes on to the shop by an address that a header may have: %s',
  async (id, status, location) => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(url + returnPath(id, 'right'), { method, redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
    }
    expect(returned.filter((one) => one === id)).toHaveLength(2)
  },
)

it('redirects no shopper for an address that the gateway did not make', async () => {
  const answer = await fetch(url + returnPath('ascii', 'wrong'), { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
})

it.each([
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a browser that does not say which', {}],
])(
  'the shopper gets a document that leads back from an authentication in %s',
  async (_where, headers) => {
    const answer = await fetch(url + returnPath('authenticated', 'right'), {
      headers,
      redirect: 'manual',
    })
    const body = await answer.text()
    expect([answer.status, body]).toEqual([200, 'back to https://shop.example/result?order=7'])
  },
)

it('the shopper goes on to the shop from an authentication in a whole window', async () => {
  const headers = { 'sec-fetch-dest': 'document' }
  const answer = await fetch(url + returnPath('authenticated', 'right'), {
    headers,
    redirect: 'manual',
  })
  const location = answer.headers.get('location')
  expect([answer.status, location]).toEqual([303, 'https://shop.example/result?order=7'])
})
