import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { SETTINGS } from '../kernel/settings/config.ts'
import type { ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import { refuse } from '../results/refusal.ts'
import { sendRefusal } from './answer.ts'
import { clientOf, networkOf, PerClientLimit } from './client-address.ts'
import type { AnsweringClock } from './entity-time.ts'
import { LogThrottle } from './log-throttle.ts'

interface ClientLimits {
  /** Connections of one client that are open at once, on all ports together. */
  readonly maxPerClient: number
  readonly isProxy: (address: string) => boolean
  readonly warn: (line: string) => void
}

/** How often ended connections are logged, in milliseconds. */
const LOG_EVERY_MS = 60_000

/**
 * Keeps one client from taking all connections (R-AV-1). A trusted proxy has no limit, because it
 * carries many clients; behind one, each open request counts as a connection of the forwarded client.
 */
export class ClientConnections {
  readonly #limits: ClientLimits
  readonly #open: PerClientLimit
  readonly #ofOneClient = new LogThrottle(LOG_EVERY_MS)
  readonly #ofOnePort = new LogThrottle(LOG_EVERY_MS)

  constructor(limits: ClientLimits) {
    this.#limits = limits
    this.#open = new PerClientLimit(limits.maxPerClient)
  }

  /** Limits the connections of a new server. Call before anything else listens for connections. */
  guard(server: Server, room?: ConnectionRoom): void {
    // Node's own listeners run after the check, so that an ended connection costs no parser or TLS state.
    const serve = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      if (this.#admits(socket, server, room))
        for (const listener of serve) listener.call(server, socket)
      else socket.destroy()
    })
    server.on('drop', () => this.#onFullPort(server))
  }

  /** Refuses the requests of a client that has too many under way through trusted proxies. */
  limitForwarded(app: FastifyInstance, clock: AnsweringClock): void {
    const { isProxy, maxPerClient } = this.#limits
    const tooMany = refuse('800.120.100', {
      status: 429,
      description: `More than ${maxPerClient} requests of one address are under way: wait for answers, then send further ones`,
      retryAfterSeconds: 1,
    })
    app.addHook('onRequest', (request, reply, done) => {
      const { remoteAddress } = request.socket
      // `ip` is the proxy's own address where it forwards none.
      const isForwarded = remoteAddress !== undefined && isProxy(remoteAddress)
      if (!isForwarded || isProxy(request.ip)) return done()
      const client = clientOf(request.ip)
      if (!this.#open.take(client)) {
        this.#warnOf(request.ip)
        return sendRefusal(request, reply, tooMany, clock)
      }
      reply.raw.once('close', () => this.#open.give(client))
      done()
    })
  }

  #admits(socket: Socket, server: Server, room: ConnectionRoom | undefined): boolean {
    const { remoteAddress } = socket
    // The client has disconnected already.
    if (remoteAddress === undefined) return false
    if (this.#limits.isProxy(remoteAddress)) return true
    const client = clientOf(remoteAddress)
    if (!this.#open.take(client)) {
      this.#warnOf(remoteAddress)
      return false
    }
    socket.once('close', () => this.#open.give(client))
    if (room?.enter(socket, remoteAddress) !== false) return true
    this.#onFullPort(server)
    return false
  }

  #warnOf(address: string): void {
    const count = this.#ofOneClient.countForLog()
    if (count === 0) return
    const { maxPerClient, warn } = this.#limits
    warn(
      `${address} has ${maxPerClient} connections (${SETTINGS.connectionsPerAddress.variable}): further ones are ended; ${count} of such clients since the last such line`,
    )
  }

  /** Closes idle connections to make room: no request is open on them. */
  #onFullPort(server: Server): void {
    const count = this.#ofOnePort.countForLog()
    server.closeIdleConnections()
    if (count === 0) return
    this.#limits.warn(
      `All connections of one port are open: further ones of the network with most of them are ended; ${count} since the last such line`,
    )
  }
}

/** So many connections may arrive in one turn beyond the limit, while others are being ended. */
const SPARE = 256

/** A port that is so full has little patience for unfinished requests, until it is emptier again. */
const PRESSED_FROM = 0.8
const RELAXED_FROM = 0.6
const PRESSED = { headersMs: 2_000, requestMs: 8_000 }

type RoomLimits = Pick<ConnectionLimits, 'maxConnections' | 'headersMs' | 'requestMs'>

/**
 * The room of one port. Where it is full, a newcomer takes the place of the oldest unfinished connection of the
 * network that holds most: eleven addresses with the connections that each may have would lock
 * everybody out. A newcomer of that network itself is ended.
 */
export class ConnectionRoom {
  readonly #server: Server
  readonly #limits: RoomLimits
  /** By network, oldest first. */
  readonly #networks = new Map<string, Map<string, Socket>>()
  /** Requests that have arrived whole, by the ends of their connections: their answers are awaited. */
  readonly #answered = new Map<string, number>()
  #count = 0

  constructor(server: Server, limits: RoomLimits) {
    this.#server = server
    this.#limits = limits
    server.maxConnections = limits.maxConnections + SPARE
    server.on('request', (request, response) => this.#watch(request, response))
  }

  /** Whether a new connection may stay; another one may be ended for it. */
  enter(socket: Socket, address: string): boolean {
    const network = networkOf(address)
    if (this.#count >= this.#limits.maxConnections && !this.#makeRoom(network)) return false
    const key = keyOf(socket)
    const held = this.#networks.get(network) ?? new Map<string, Socket>()
    this.#networks.set(network, held.set(key, socket))
    this.#count += 1
    this.#setPatience()
    socket.once('close', () => this.#leave(network, socket, key))
    return true
  }

  #leave(network: string, socket: Socket, key: string): void {
    const held = this.#networks.get(network)
    if (held?.get(key) !== socket) return
    held.delete(key)
    if (held.size === 0) this.#networks.delete(network)
    this.#count -= 1
    this.#setPatience()
  }

  #makeRoom(newcomer: string): boolean {
    const own = this.#networks.get(newcomer)?.size ?? 0
    let [network, most] = ['', new Map<string, Socket>()]
    for (const [name, held] of this.#networks)
      if (held.size > most.size) [network, most] = [name, held]
    if (most.size <= own + 1) return false
    const oldest = [...most].find(([key]) => !this.#answered.has(key))
    if (oldest === undefined) return false
    const [key, socket] = oldest
    // Its place is free at once: the event of its end comes later.
    this.#leave(network, socket, key)
    socket.destroy()
    return true
  }

  /** A request whose answer is awaited is none of an attacker who sends half of one. */
  #watch(request: IncomingMessage, response: ServerResponse): void {
    const key = keyOf(request.socket)
    let hasBegun = false
    const add = (by: number) => {
      const count = (this.#answered.get(key) ?? 0) + by
      if (count > 0) this.#answered.set(key, count)
      else this.#answered.delete(key)
    }
    request.once('end', () => {
      hasBegun = true
      add(1)
    })
    response.once('close', () => {
      if (hasBegun) add(-1)
    })
  }

  #setPatience(): void {
    const { maxConnections, headersMs, requestMs } = this.#limits
    const isPressed = this.#server.headersTimeout < headersMs
    const share = this.#count / maxConnections
    if (!isPressed && share >= PRESSED_FROM) {
      this.#server.headersTimeout = Math.min(PRESSED.headersMs, headersMs)
      this.#server.requestTimeout = Math.min(PRESSED.requestMs, requestMs)
    } else if (isPressed && share < RELAXED_FROM) {
      this.#server.headersTimeout = headersMs
      this.#server.requestTimeout = requestMs
    }
  }
}

/** The other end: the same for a connection and for the TLS on it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
