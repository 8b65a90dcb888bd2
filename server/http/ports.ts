import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { type ClientConnections, ConnectionRoom } from './client-connections.ts'
import { answerConnect, answerMalformedHttp } from './malformed-http.ts'
import type { ServedCertificate } from './served-certificate.ts'

declare module 'fastify' {
  interface FastifyInstance {
    ports: Ports
  }
}

interface PortAddress {
  /** Name or address; of a name, all of its addresses. */
  readonly host: string
  readonly port: number
}

/**
 * Connections that may wait to be accepted, where the system allows so many. Node's default of 511 is
 * full when thousands arrive at once, and each refused client tries again a second later.
 */
const BACKLOG = 4_096

/** Errors of an address that this machine does not have, such as `::1` where there is no IPv6. */
const ABSENT_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Every server of a gateway. Fastify would open its own server for the second address of a name,
 * without our limits and with Node's empty answers.
 */
export class Ports {
  readonly #parts: ServerParts
  /** Servers that Fastify does not know, each with the function that ends its connections. */
  readonly #further = new Map<Server, () => void>()

  constructor(parts: ServerParts) {
    this.#parts = parts
  }

  /** Makes Fastify's own server; Fastify calls it in its constructor. */
  readonly serverFactory = (handler: RequestListener): Server =>
    createHttpServer(this.#parts, handler)

  /** Makes a stop of the gateway end every server. Call before it listens. */
  attach(app: FastifyInstance): void {
    app.decorate<Ports>('ports', this)
    const endConnections = connectionCloser(app.server)
    let furtherClosed: Promise<unknown> = Promise.resolve()
    app.addHook('preClose', (done) => {
      endConnections()
      furtherClosed = Promise.all([...this.#further].map(([server, end]) => close(server, end)))
      done()
    })
    app.addHook('onClose', () => furtherClosed.then(() => undefined))
  }

  /** Serves the gateway on all addresses of the host. Rejects when the port cannot be opened on one. */
  async listen(app: FastifyInstance, { host, port }: PortAddress): Promise<void> {
    await onEachAddress(host, async (address) => {
      if (!app.server.listening) {
        return void (await app.listen({ host: address, port, backlog: BACKLOG }))
      }
      const { port: first } = app.server.address() as AddressInfo
      return this.#open({ host: address, port: first }, this.#parts, app.routing)
    })
  }

  /**
   * Opens a second port that speaks plain HTTP beside one that speaks TLS only. Its requests go through
   * the gateway's own routing, where `requireHttps` redirects or refuses them. Rejects when the port
   * cannot be opened.
   */
  async listenPlainHttp(app: FastifyInstance, { host, port }: PortAddress): Promise<void> {
    const parts = { ...this.#parts, tls: undefined }
    await onEachAddress(host, (address) =>
      this.#open({ host: address, port }, parts, (request, reply) => {
        // Without this header a trusted proxy is not served here either: it must use the other port.
        delete request.headers['x-forwarded-proto']
        app.routing(request, reply)
      }),
    )
  }

  async #open(address: PortAddress, parts: ServerParts, handler: RequestListener): Promise<void> {
    const server = createHttpServer(parts, handler)
    const endConnections = connectionCloser(server)
    server.listen({ ...address, backlog: BACKLOG })
    await once(server, 'listening')
    this.#further.set(server, endConnections)
  }
}

/** Stops listening, and waits for the requests that run. */
async function close(server: Server, endConnections: () => void): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  endConnections()
  await closed
}

/** An address that this machine does not have is a fault only when it has none of them. */
async function onEachAddress(
  host: string,
  open: (address: string) => Promise<void>,
): Promise<void> {
  const faults: NodeJS.ErrnoException[] = []
  const addresses = await lookup(host, { all: true })
  for (const { address } of addresses) {
    await open(address).catch((fault) => faults.push(fault))
  }
  const fault = faults.find(({ code }) => !ABSENT_ADDRESS.includes(code ?? ''))
  if (fault !== undefined) throw fault
  if (faults.length === addresses.length) throw faults[0]
}

/** How often a stopping server closes connections whose last request has been answered, in milliseconds. */
const CHECK_EVERY_MS = 50

/**
 * Makes the function that ends a stopping server's connections without open requests. Node itself ends
 * only those that are idle when the stop begins: not those that never had a request (browsers open some
 * in advance), nor those whose request is answered during the stop.
 */
export function connectionCloser(server: Server): () => void {
  const silent = new Set<Socket>()
  server.on(requestSocketEvent(server), (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }: { socket: Socket }) => silent.delete(socket))
  return () => {
    for (const socket of silent) socket.destroy()
    const checking = setInterval(() => server.closeIdleConnections(), CHECK_EVERY_MS).unref()
    server.once('close', () => clearInterval(checking))
  }
}

/** The event that yields the socket of a request: with TLS it is another one than the connection's. */
function requestSocketEvent(server: Server): 'connection' | 'secureConnection' {
  return 'setSecureContext' in server ? 'secureConnection' : 'connection'
}

interface ServerParts {
  /** Absent: the server speaks plain HTTP. */
  readonly tls?: ServedCertificate | undefined
  readonly limits: ConnectionLimits
  readonly clients: ClientConnections
  readonly clock: Clock
}

/**
 * Makes a server for one port of one address. Every server of the gateway is made here, so that all
 * have the same limits and answer unparsable requests in the common shape.
 */
function createHttpServer(parts: ServerParts, handler: RequestListener): Server {
  const { limits, clients, clock } = parts
  const timeouts = new AnswerTimeouts(limits)
  const inTurn = queueRequests((request, response) => {
    timeouts.watch(response)
    handler(request, response)
  })
  const server = createBareServer(parts, inTurn)
  clients.guard(server, new ConnectionRoom(server, limits))
  timeouts.startOn(server)
  const lastAnswer = { clock, graceMs: limits.graceMs }
  answerMalformedHttp(server, lastAnswer)
  // Node's own answer, 417, would have no body.
  server.on('checkExpectation', inTurn)
  server.on('connect', (_request, socket) => {
    if (socket instanceof Socket) answerConnect(socket, lastAnswer)
    else socket.destroy()
  })
  return server
}

function createBareServer({ tls, limits }: ServerParts, handler: RequestListener): Server {
  const options = {
    // `refuseAmbiguousHeaders` answers a request without Host with a body; Node would answer without one.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  }
  if (tls === undefined) return createServer(options, handler)
  const tlsOptions = { ...options, ...tls.options(), handshakeTimeout: limits.handshakeMs }
  const server = createTlsServer(tlsOptions, handler)
  // Must run first: without a handshake no answer can be written, and the connection would stay open.
  server.prependListener('tlsClientError', (_error, socket) => void socket.destroy())
  tls.showOn(server)
  return server
}

/** How many requests of one connection may wait while the one before them is answered. */
const MAX_WAITING = 32

/** The open requests of one connection. */
interface Queue {
  /** Of the request that is handled, and of the one that arrived last. */
  running: ServerResponse
  latest: ServerResponse
  waiting: number
  /** No further request is begun, and what arrives is not read as requests. */
  isEnding: boolean
}

/**
 * Handles the requests of a connection one after the other, in the order of their answers. Node would
 * start all that arrive in one piece, up to 64 KiB of them, and keep their answers in memory until the
 * client reads: 1,000 connections that sent 200 requests each and read nothing took 9.6 GB (R-AV-1).
 * A waiting request is not started once its connection is lost or has been sent its last answer. When
 * too many wait none of them is started, and the connection ends with the answer to the one that is
 * handled, which may be a payment.
 */
function queueRequests(handler: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Queue>()
  return (request, response) => {
    const { socket } = request
    const queue = queues.get(socket)
    if (queue === undefined) {
      queues.set(socket, { running: response, latest: response, waiting: 0, isEnding: false })
      return handler(request, response)
    }
    if (queue.isEnding) return
    const before = queue.latest
    queue.latest = response
    if (before.closed) {
      queue.running = response
      return handler(request, response)
    }
    if (queue.waiting === MAX_WAITING) return endAfterRunning(queue, socket)
    queue.waiting += 1
    before.once('close', () => {
      queue.waiting -= 1
      if (queue.isEnding || !socket.writable) return
      queue.running = response
      handler(request, response)
    })
  }
}

/** Further bytes are thrown away: unread ones would make the system reset the connection before its last answer is read. */
function endAfterRunning(queue: Queue, socket: Socket): void {
  const { running } = queue
  queue.isEnding = true
  socket.removeAllListeners('data')
  socket.on('data', () => undefined).resume()
  if (!running.headersSent) running.setHeader('connection', 'close')
  if (running.writableFinished) socket.destroySoon()
  else running.once('finish', () => socket.destroySoon())
}

/**
 * Ends connections whose clients do not read: the system must have taken an answer whole within
 * `answerMs` of its start. Otherwise a client that never reads would keep its connection and its
 * answers in memory without end.
 */
class AnswerTimeouts {
  readonly #limits: Pick<ConnectionLimits, 'answerMs' | 'checkEveryMs'>
  /** Unfinished answers, with the time at which each was first seen to have started. */
  readonly #unfinished = new Map<ServerResponse, number | undefined>()

  constructor(limits: Pick<ConnectionLimits, 'answerMs' | 'checkEveryMs'>) {
    this.#limits = limits
  }

  /**
   * Watches an answer. Call only for the answer that is sent next on its connection: Node reports no
   * end for queued answers of a lost connection.
   */
  watch(response: ServerResponse): void {
    this.#unfinished.set(response, undefined)
    response.once('close', () => this.#unfinished.delete(response))
  }

  /** Checks for as long as the server listens. */
  startOn(server: Server): void {
    let checking: NodeJS.Timeout | undefined
    server.on('listening', () => {
      checking = setInterval(() => this.#check(), this.#limits.checkEveryMs).unref()
    })
    server.on('close', () => clearInterval(checking))
  }

  #check(): void {
    const nowMs = performance.now()
    for (const [response, sinceMs] of this.#unfinished) {
      if (!response.headersSent) continue
      if (sinceMs === undefined) this.#unfinished.set(response, nowMs)
      else if (nowMs - sinceMs >= this.#limits.answerMs) reset(response.req.socket)
    }
  }
}

/** Resets the connection, because after an orderly end the system would keep the unread bytes. TLS has no reset. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
