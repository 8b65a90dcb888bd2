import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as connectTls } from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import { sharedClock } from '../kernel/timers/clock.ts'
import { localhostIdentity } from '../testing/certificate.fixture.ts'
import { freePort } from '../testing/free-port.ts'
import { ClientConnections } from './client-connections.ts'
import { answerErrors } from './errors.ts'
import { refuseAmbiguousHeaders } from './malformed-http.ts'
import { Ports } from './ports.ts'
import { ServedCertificate } from './served-certificate.ts'

const TLS_CLIENT = { servername: 'localhost', allowHalfOpen: true }

/** A gateway has the first two without a certificate, and the others with one. */
export type PortKind = (typeof PORT_KINDS)[number]

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((own) => own?.address === '::1')

const PORT_KINDS = ['HTTP', 'HTTP on the second address', 'TLS', 'the second port'] as const

/** Those that this machine has. */
export const portKinds = PORT_KINDS.filter((kind) => hasIpv6 || !kind.includes('second address'))

export interface OpenPort {
  /** A connection on which a request may be written. It is not ended because the server ends its half. */
  connect(): Promise<Socket>
  /** A connection without a TLS handshake. */
  connectBare(options?: { readonly localAddress?: string }): Promise<Socket>
  /** How many connections the server still has. */
  kept(): number
}

/** Opens one port of every kind with limits that a test can wait for; `routes` says what is served. */
export async function openPort(
  kind: PortKind,
  limits: Partial<ConnectionLimits> = {},
  routes: (app: FastifyInstance) => void = () => {},
): Promise<OpenPort> {
  const identity = await localhostIdentity()
  const isTls = kind === 'TLS' || kind === 'the second port'
  const clock = sharedClock({ now: () => 0 })
  const allLimits = { ...CONNECTION_LIMITS, checkEveryMs: 20, ...limits }
  const ports = new Ports({
    tls: isTls ? new ServedCertificate(identity) : undefined,
    limits: allLimits,
    clients: new ClientConnections({ ...allLimits, isProxy: () => false, warn: () => {} }),
    clock,
  })
  const app = Fastify({ serverFactory: ports.serverFactory, clientErrorHandler: () => {} })
  ports.attach(app)
  answerErrors(app, clock)
  refuseAmbiguousHeaders(app, clock)
  app.post('/', async () => 'read')
  routes(app)
  await ports.listen(app, { host: '127.0.0.1', port: 0 })
  // As for a name with two addresses, which localhost has on most machines.
  if (hasIpv6) await ports.listen(app, { host: '::1', port: 0 })
  let { port } = app.server.address() as AddressInfo
  if (kind === 'the second port') {
    port = await freePort('localhost')
    await ports.listenPlainHttp(app, { host: '127.0.0.1', port })
  }
  const sockets = new Set<Socket>()
  const served = serverSockets(port)
  onTestFinished(async () => {
    served.stop()
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  const host = kind === 'HTTP on the second address' ? '::1' : '127.0.0.1'
  async function opened(socket: Socket, event: string): Promise<Socket> {
    sockets.add(socket.on('error', () => {}))
    await once(socket, event)
    return socket
  }
  return {
    connect: () =>
      kind === 'TLS'
        ? opened(connectTls({ host, port, ...TLS_CLIENT, ca: identity.cert }), 'secureConnect')
        : opened(connect({ host, port, allowHalfOpen: true }), 'connect'),
    connectBare: (options = {}) =>
      opened(connect({ host, port, allowHalfOpen: true, ...options }), 'connect'),
    kept: () => served.sockets.filter((socket) => !socket.destroyed).length,
  }
}

/** The server's own ends of the connections of a port, which clients cannot see. */
export function serverSockets(port: number) {
  const sockets: Socket[] = []
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (socket.localPort === port) sockets.push(socket)
  }
  subscribe('net.server.socket', onSocket)
  return { sockets, stop: () => unsubscribe('net.server.socket', onSocket) }
}

/** What the server says until it ends the connection. */
export async function heardUntilEnd(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  if (!socket.readableEnded && !socket.destroyed) {
    await Promise.race([once(socket, 'end'), once(socket, 'close')])
  }
  return heard
}
