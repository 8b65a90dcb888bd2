import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityHeaders } from './answer.ts'
import { registerBodyParsers } from './bodies.ts'
import { answerErrors } from './errors.ts'
import { redirectTo } from './redirect.ts'

const app = Fastify()
let url: string
beforeAll(async () => {
  securityHeaders(app, 'live')
  answerErrors(app, {
    now: () => Date.UTC(2026, 10, 20),
    of: async () => ({ now: () => 0 }),
  } as never)
  registerBodyParsers(app)
  app.get('/raw-redirect', (_request, reply) => reply.redirect('https://shop.example/платеж', 303))
  app.get('/async-redirect', async (_request, reply) => {
    await Promise.resolve()
    return reply.redirect('https://shop.example/платеж', 303)
  })
  app.get('/header', (_request, reply) => reply.header('x-name', 'Žižek').send('text'))
  app.get('/document', async (_request, reply) => {
    reply.headers({ 'content-encoding': 'br', etag: 'W/"1"', 'cache-control': 'public' })
    throw new Error('secret cause')
  })
  app.get('/circle', (_request, reply) => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    return reply.send(circle)
  })
  app.get<{ Querystring: { to: string } }>('/send-on', (request, reply) =>
    redirectTo(reply, request.query.to),
  )
  app.post('/body', (request) => ({ read: request.body }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

describe('a route that fails', () => {
  it.each(['/raw-redirect', '/async-redirect', '/header', '/document', '/circle'])(
    'is answered in the common shape, also when it fails while writing its answer: %s',
    async (path) => {
      const answer = await fetch(url + path, { redirect: 'manual' })
      const body = await answer.json()
      expect([answer.status, body.result.code]).toEqual([500, '999.999.999'])
      expect(body).toMatchObject({ buildNumber: expect.any(String), ndc: expect.any(String) })
      expect(JSON.stringify(body)).not.toMatch(/secret cause|ERR_|платеж/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('strict-transport-security')).toMatch(/max-age/)
      for (const name of ['location', 'etag', 'content-encoding', 'x-name']) {
        expect(answer.headers.get(name)).toBeNull()
      }
    },
  )
})

describe('a return URL', () => {
  it.each([
    [
      'https://shop.example/платеж?a=ü#é',
      'https://shop.example/%D0%BF%D0%BB%D0%B0%D1%82%D0%B5%D0%B6?a=%C3%BC#%C3%A9',
    ],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['com.shop.app://résultat', 'com.shop.app://r%C3%A9sultat'],
    ['https://Shop.example/a/../b?x=%2f', 'https://Shop.example/a/../b?x=%2f'],
  ])('is encoded for the Location header: %s', async (to, location) => {
    const answer = await fetch(`${url}/send-on?to=${encodeURIComponent(to)}`, {
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
  })
})

describe('a body', () => {
  const post = async (coding: string, type = 'application/x-www-form-urlencoded') => {
    const answer = await fetch(`${url}/body`, {
      method: 'POST',
      headers: { 'content-encoding': coding, 'content-type': type },
      body: type.includes('json') ? '{"a":"1"}' : 'a=1',
    })
    return { status: answer.status, body: await answer.json() }
  }

  it.each(['gzip', 'GZIP', 'br', 'identity, gzip', 'x-unheard-of'])(
    'in the coding %s is refused, and says why',
    async (coding) => {
      for (const type of ['application/json', undefined]) {
        const { status, body } = await post(coding, type)
        expect([status, body.result.code]).toEqual([415, '200.300.404'])
        expect(body.result.description).toBe(
          `Content-Encoding "${coding}" is not read here: send the body as it is, without that header`,
        )
      }
    },
  )

  it.each(['identity', ' Identity '])('without a coding is read: %s', async (coding) => {
    expect(await post(coding)).toEqual({ status: 200, body: { read: [['a', '1']] } })
  })
})
