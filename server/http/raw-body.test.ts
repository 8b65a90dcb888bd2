import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOfRequest, jsonOfRawBody, registerBodyParsers } from './bodies.ts'
import { registerOpenRoutes } from './register-routes.ts'
import type { ServedRoute } from './route.ts'

const route = (path: string, more: Partial<ServedRoute<object>>): ServedRoute<object> => ({
  method: 'post',
  path,
  access: 'open',
  docs: { leftOut: 'a route of this test' },
  serve: () => async () => '',
  ...more,
})

const app = Fastify()
let url = ''

beforeAll(async () => {
  registerBodyParsers(app)
  const routes = [
    route('/raw', {
      rawBody: true,
      serve: () => async (request) => JSON.stringify([jsonOfRawBody(request)]),
    }),
    route('/flat', { serve: () => async (request) => JSON.stringify(bodyOfRequest(request)) }),
  ]
  registerOpenRoutes(app, routes, { clock: { now: () => 0 } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

async function post(path: string, type: string, body: string): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  return answer.json()
}

describe('a route with rawBody', () => {
  it('gets the value with its types, under every spelling of the content type', async () => {
    const text = '{ "a": [true, {"b": 1}], "c": "é" }'
    for (const type of ['application/json', 'application/JSON; charset=UTF-8']) {
      expect(await post('/raw', type, text)).toEqual([JSON.parse(text)])
    }
  })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['a text that is no JSON', 'application/json', '{'],
    ['more than 20,000 values', 'application/json', `[${'1,'.repeat(20_000)}1]`],
    ['more than 16 levels', 'application/json', '['.repeat(17) + ']'.repeat(17)],
  ])('gets nothing out of %s', async (_words, type, body) => {
    expect(await post('/raw', type, body)).toEqual([null])
  })

  it('changes nothing for other routes', async () => {
    expect(await post('/flat', 'application/json', '{"a":{"b":true}}')).toEqual([['a.b', 'true']])
  })
})
