import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CONNECTION_LIMITS } from '../kernel/settings/connection-limits.ts'
import { eventually } from '../testing/eventually.ts'
import { startTestGateway, useTestGateway } from '../testing/gateway.fixture.ts'
import { BodyBudget, readBody } from './bodies.ts'

const budget = new BodyBudget(CONNECTION_LIMITS, { isProxy: () => false, warn: () => {} })

/** A request of a route that takes bytes for an account, or of any other. */
function requestFor(accountId: string | undefined): FastifyRequest {
  const config = accountId === undefined ? {} : { bytesBody: true }
  const request = { headers: {}, ip: '203.0.113.7', params: { accountId } }
  return { ...request, routeOptions: { config } } as never
}

function read(chunks: readonly Buffer[]): Promise<Buffer> {
  const request = requestFor(undefined)
  return new Promise((resolve, reject) => {
    readBody(request, Readable.from(chunks), budget, (error, body) => {
      budget.release(request)
      if (error === null) resolve(body)
      else reject(error)
    })
  })
}

describe('a body', () => {
  it('is the same however the network divides it', async () => {
    const chunk = fc.uint8Array({ maxLength: 40_000 }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 12 }), async (chunks) => {
        expect(await read(chunks)).toEqual(Buffer.concat(chunks))
      }),
      { numRuns: 50 },
    )
  })

  it('is read to 1 MiB and no further, also without its length', async () => {
    const chunks = Array(16).fill(Buffer.alloc(65_536))
    expect(await read(chunks)).toHaveLength(1024 * 1024)
    await expect(read([...chunks, Buffer.alloc(1)])).rejects.toMatchObject({ statusCode: 413 })
  })
})

describe('bodies for one account', () => {
  it('leave room for those of another that come from the same address', () => {
    const flood = Array.from({ length: 5 }, () => requestFor('loud'))
    const held = flood.map((request) => budget.hold(request, 1024 * 1024)?.status)
    expect(held).toEqual([undefined, undefined, undefined, undefined, 429])
    const other = requestFor('quiet')
    expect(budget.hold(other, 1024 * 1024)).toBeUndefined()
    for (const request of [...flood, other]) budget.release(request)
    expect(budget.hold(flood[4] as FastifyRequest, 1024 * 1024)).toBeUndefined()
    budget.release(flood[4] as FastifyRequest)
  })
})

describe('a byte order mark before a body', () => {
  const MARK = '\ufeff'
  const gateway = useTestGateway()

  it.each(['application/x-www-form-urlencoded', 'application/json'])(
    'is no part of %s, and a second one is',
    async (type) => {
      const { accessToken, entityId } = gateway().demo
      const sent = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
      const body = type.endsWith('json') ? JSON.stringify(sent) : `${new URLSearchParams(sent)}`
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': type }
      const statusOf = async (marked: string) =>
        (await fetch(`${gateway().url}/v1/checkouts`, { method: 'POST', headers, body: marked }))
          .status
      expect(await statusOf(MARK + body)).toBe(200)
      expect(await statusOf(MARK + MARK + body)).toBe(400)
    },
  )
})

describe('bodies that are being received', () => {
  const half = Buffer.alloc(40_000, ' ')
  const head = (address: string) =>
    `POST /v1/payments HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: 80000\r\n\r\n`

  async function start(bodyBytes: number, bodyBytesPerClient: number) {
    const gateway = await startTestGateway({
      transport: { trustedProxies: ['loopback'] },
      limits: { bodyBytes, bodyBytesPerClient },
    })
    const sockets: Socket[] = []
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy()
      await gateway.close()
    })
    /** Sends half a body and leaves it at that. */
    const sendHalf = async (address: string) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      sockets.push(socket.on('error', () => {}))
      socket.write(head(address))
      socket.write(half)
      await once(socket, 'connect')
      return socket
    }
    /** The answer to a whole body, 401 where it is read. */
    const sendWhole = async (address: string, bytes: number) => {
      const response = await fetch(`${gateway.url}/v1/payments`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
        body: `{"amount":"${'1'.repeat(bytes)}"}`,
      })
      const { result } = (await response.json()) as { result: { description: string } }
      return [response.status, response.headers.get('retry-after'), result.description] as const
    }
    return { sendHalf, sendWhole }
  }

  it('have a budget for each address, which does not affect other addresses', async () => {
    const { sendHalf, sendWhole } = await start(1_000_000, 100_000)
    const halves = [await sendHalf('203.0.113.7'), await sendHalf('203.0.113.7')]
    await eventually(async () =>
      expect(await sendWhole('203.0.113.7', 30_000)).toEqual([
        429,
        '1',
        'Too many bytes of request bodies are under way from one address; nothing was done: send the request again in a second',
      ]),
    )
    expect((await sendWhole('203.0.113.8', 30_000))[0]).toBe(401)
    for (const socket of halves) socket.destroy()
    await eventually(async () => expect((await sendWhole('203.0.113.7', 30_000))[0]).toBe(401))
  })

  it('have a budget for the process, and small ones are accepted in addition', async () => {
    const { sendHalf, sendWhole } = await start(100_000, 100_000)
    const halves = [await sendHalf('203.0.113.7'), await sendHalf('203.0.113.8')]
    await eventually(async () =>
      expect(await sendWhole('203.0.113.9', 30_000)).toEqual([
        503,
        '1',
        'Too many bytes of request bodies are under way; nothing was done: send the request again in a second',
      ]),
    )
    expect((await sendWhole('203.0.113.9', 8_000))[0]).toBe(401)
    for (const socket of halves) socket.destroy()
    await eventually(async () => expect((await sendWhole('203.0.113.9', 30_000))[0]).toBe(401))
  })

  it('release their budget, however often they are sent or cut off', async () => {
    const { sendHalf, sendWhole } = await start(100_000, 100_000)
    for (let round = 0; round < 5; round++) {
      expect((await sendWhole('203.0.113.7', 60_000))[0]).toBe(401)
      const socket = await sendHalf('203.0.113.7')
      socket.destroy()
      await eventually(async () => expect((await sendWhole('203.0.113.7', 90_000))[0]).toBe(401))
    }
  })
})
