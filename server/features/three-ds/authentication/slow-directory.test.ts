import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createIssuerFixture } from '../../../../sandbox/directory/issuer.fixture.ts'
import { createOutgoingClient, type OutgoingLimits } from '../../../http/outgoing/client.ts'
import { cardPayment, startTestGateway } from '../../../testing/gateway.fixture.ts'
import { BROWSER_DATA } from '../../../testing/shopper-browser.fixture.ts'
import { createHttpDirectory } from '../server/directory.ts'
import { AUTHENTICATION_LIMITS, PREPARATION_LIMITS } from '../server/limits.ts'
import { createThreeDsServer } from '../server/server.ts'

/** A frictionless card without a method call: the directory is asked within the request. */
const ENROLLED = '4200000010000008'
const SOCKETS = 8

/** No test waits until it has passed. */
const ON_A_BUSY_MACHINE = { timeout: 120_000 }

interface HeldDirectory {
  readonly url: string
  /** The number of authentication requests received, and the maximum held at the same time. */
  readonly counts: { came: number; heldMost: number }
  /** Answers all held requests, and later ones at once. */
  release(): void
}

/** A directory server over HTTP that sends its card ranges, and holds its answers to AReqs. */
async function startHeldDirectory(): Promise<HeldDirectory> {
  const { issuer } = createIssuerFixture()
  const counts = { came: 0, heldMost: 0 }
  const held: (() => void)[] = []
  let isReleased = false
  const answer = (response: ServerResponse, message: unknown) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(issuer.answer(message)))
  const server = createServer(async (request, response) => {
    const message = JSON.parse(await text(request))
    if (message.messageType === 'AReq') counts.came += 1
    if (message.messageType !== 'AReq' || isReleased) {
      answer(response, message)
      return
    }
    held.push(() => answer(response, message))
    counts.heldMost = Math.max(counts.heldMost, held.length)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    release() {
      isReleased = true
      for (const go of held.splice(0)) go()
    },
  }
}

/** A gateway that asks this directory, over few sockets. */
async function startAskingGateway(url: string, connectMs: number) {
  const limits: OutgoingLimits = { ...AUTHENTICATION_LIMITS, sockets: SOCKETS, connectMs }
  const shared = { environment: 'test', trustedOrigins: [url] } as const
  const server = createThreeDsServer({
    directory: createHttpDirectory({
      url,
      authentications: createOutgoingClient({ ...shared, limits }),
      preparations: createOutgoingClient({ ...shared, limits: PREPARATION_LIMITS }),
    }),
    identity: { referenceNumber: '3DS_TEST_SERVER' },
    clock: { now: () => Date.now() },
    log: { warn: () => undefined },
  })
  await server.refreshRanges()
  const gateway = await startTestGateway({ threeDsServer: server })
  onTestFinished(() => gateway.close())
  const pay = async (number: string) => {
    const shopperResultUrl = 'https://shop.example/result'
    const form = { shopperResultUrl, ...BROWSER_DATA, 'card.number': number }
    const { body } = await gateway.post('/v1/payments', cardPayment(gateway.demo.entityId, form))
    return body.result.code
  }
  return { gateway, pay }
}

const many = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make)

describe('a directory server that does not answer', () => {
  it('delays no payment that needs no authentication, and uses no more sockets', async () => {
    const directory = await startHeldDirectory()
    const { pay } = await startAskingGateway(directory.url, 60_000)
    const waiting = many(60, () => pay(ENROLLED))
    await expect.poll(() => directory.counts.came, ON_A_BUSY_MACHINE).toBe(SOCKETS)
    const others = await Promise.all(many(60, () => pay('4200000000000000')))
    expect(new Set(others)).toEqual(new Set(['000.100.110']))
    expect(directory.counts).toEqual({ came: SOCKETS, heldMost: SOCKETS })
    directory.release()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['000.100.110']))
    expect(directory.counts).toEqual({ came: 60, heldMost: SOCKETS })
  })

  it('fails payments that get no free socket in time with 100.390.111, without a request', async () => {
    const directory = await startHeldDirectory()
    const { pay } = await startAskingGateway(directory.url, 300)
    const waiting = many(30, () => pay(ENROLLED))
    let failed = 0
    for (const one of waiting) void one.then((code) => (failed += code === '100.390.111' ? 1 : 0))
    await expect.poll(() => failed + directory.counts.came, ON_A_BUSY_MACHINE).toBe(30)
    expect(directory.counts.came).toBeLessThanOrEqual(SOCKETS)
    const { came } = directory.counts
    directory.release()
    const codes = await Promise.all(waiting)
    expect(codes.filter((code) => code === '000.100.110')).toHaveLength(came)
    expect(directory.counts.came).toBe(came)
  })
})
