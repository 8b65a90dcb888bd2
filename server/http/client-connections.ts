import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { SETTINGS } from '../kernel/settings/config.ts'
import { refuse } from '../results/refusal.ts'
import { clientOf } from './client-address.ts'
import type { ConnectionRoom } from './connection-room.ts'
import type { AnsweringClock } from './entity-time.ts'
import { sendRefusal } from './errors.ts'
import { LogThrottle } from './log-throttle.ts'
import { PerClientLimit } from './per-client-limit.ts'

export interface ClientLimits {
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
