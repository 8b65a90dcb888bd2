import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { gatewayClient } from './gateway.ts'

let server: Server

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function clientOf(listener: RequestListener, timeoutMs = 60_000) {
  server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return gatewayClient({
    baseUrl: `http://127.0.0.1:${port}/`,
    entityId: 'e1',
    accessToken: 'token',
    log: Fastify({ logger: false }).log,
    timeoutMs,
  })
}

test('a gateway that never answers is a time-out', async () => {
  const client = await clientOf(() => {}, 50)
  expect(await client.get('/v1/x')).toEqual({ fault: 'gatewayTimeout' })
})

test('a gateway that stops in the middle of its answer is a time-out', async () => {
  const client = await clientOf((_request, response) => void response.write('{"result":'), 50)
  expect(await client.get('/v1/x')).toEqual({ fault: 'gatewayTimeout' })
})

test('a gateway that closes the connection is unreachable', async () => {
  const client = await clientOf((request) => void request.socket.destroy())
  expect(await client.post('/v1/x', {})).toEqual({ fault: 'gatewayUnreachable' })
})

test.each([
  [401, '{}', 'accessRefused'],
  [403, '{}', 'accessRefused'],
  [429, '{}', 'gatewayBusy'],
  [500, '{}', 'gatewayFailed'],
  [200, '<html>', 'gatewayFailed'],
  [200, 'null', 'gatewayFailed'],
  [200, '{"result":{}}', 'gatewayFailed'],
])('HTTP %i with %s is the fault %s', async (status, text, fault) => {
  const client = await clientOf((_request, response) => void response.writeHead(status).end(text))
  expect(await client.get('/v1/x')).toEqual({ fault })
})

test('HTTP 400 is an answer with a result code, not a fault', async () => {
  const answer = { result: { code: '800.100.152' } }
  const body = JSON.stringify(answer)
  const client = await clientOf((_request, response) => void response.writeHead(400).end(body))
  expect(await client.post('/v1/x', {})).toEqual({ status: 400, answer })
})
