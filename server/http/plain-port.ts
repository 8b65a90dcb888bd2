import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../timers/clock.ts'
import { answerBrokenHttp } from './broken-http.ts'
import { connectionTimes, limitConnections } from './connection-limits.ts'

export interface PlainPortOptions {
  /** Name or address; of a name, all of its addresses. */
  readonly host: string
  readonly port: number
  readonly requestTimeoutMs: number
  readonly clock: Clock
}

/** An address of the name that this machine does not have, such as `::1` where there is no IPv6. */
const ABSENT_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * A second port that speaks plain HTTP, beside one that speaks TLS only: requests meet the gateway's
 * own routing there, which sends on to https, or refuses, what did not come by it (`requireHttps`).
 * Rejects when the port cannot be opened. The answer closes it.
 */
export async function openPlainPort(
  app: FastifyInstance,
  options: PlainPortOptions,
): Promise<() => Promise<void>> {
  const addresses = await lookup(options.host, { all: true })
  const opened = await Promise.allSettled(
    addresses.map(({ address }) => open(app, address, options)),
  )
  const servers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const close = () => Promise.all(servers.map(closed)).then(() => undefined)
  const faults = opened.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const fault = faults.find(({ code }) => !ABSENT_ADDRESS.includes(code))
  if (fault === undefined && servers.length > 0) return close
  await close()
  throw fault ?? faults[0]
}

async function open(
  app: FastifyInstance,
  host: string,
  { port, requestTimeoutMs, clock }: PlainPortOptions,
): Promise<Server> {
  const server = createServer(connectionTimes(), (request, reply) => {
    // Nobody is served here, trusted proxies neither: they have the other port.
    delete request.headers['x-forwarded-proto']
    app.routing(request, reply)
  })
  server.requestTimeout = requestTimeoutMs
  limitConnections(server)
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket) answerBrokenHttp(error, socket, clock)
    else socket.destroy()
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return server
}

/** Nothing that runs here is worth waiting for: no request is carried out. */
async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
