import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { SETTINGS } from '../../engine/settings/config.ts'
import { refuse } from '../results/refusal.ts'
import { clientOf } from './client-address.ts'
import { ClientShares } from './client-shares.ts'
import type { AnsweringClock } from './entity-time.ts'
import { sendRefusal } from './errors.ts'
import { RareEvent } from './rare-event.ts'

export interface ClientLimits {
  /** Connections of one client that are open at once, on all ports together. */
  readonly maxPerClient: number
  readonly isProxy: (address: string) => boolean
  readonly warn: (line: string) => void
}

/** How often a line of the log says that connections are ended, in milliseconds. */
const TELL_EVERY_MS = 60_000

/**
 * Keeps one client from taking all connections (R-AV-1). A trusted proxy is no client: it brings those
 * of many. Behind one each request under way counts as a connection of the client that it forwards.
 */
export class ClientConnections {
  readonly #limits: ClientLimits
  readonly #open: ClientShares
  readonly #ofOneClient = new RareEvent(TELL_EVERY_MS)
  readonly #ofOnePort = new RareEvent(TELL_EVERY_MS)

  constructor(limits: ClientLimits) {
    this.#limits = limits
    this.#open = new ClientShares(limits.maxPerClient)
  }

  /** For a new server, before anything else listens for its connections. */
  guard(server: Server): void {
    // Node's own: what is ended here must not cost a parser or a TLS state first.
    const serve = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      if (this.#admits(socket)) for (const listener of serve) listener.call(server, socket)
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
      // Without a forwarded address `ip` is the proxy's own.
      const isForwarded = remoteAddress !== undefined && isProxy(remoteAddress)
      if (!isForwarded || isProxy(request.ip)) return done()
      const client = clientOf(request.ip)
      if (!this.#open.take(client)) {
        this.#tell(request.ip)
        return sendRefusal(request, reply, tooMany, clock)
      }
      reply.raw.once('close', () => this.#open.give(client))
      done()
    })
  }

  #admits(socket: Socket): boolean {
    const { remoteAddress } = socket
    // It is gone already.
    if (remoteAddress === undefined) return false
    if (this.#limits.isProxy(remoteAddress)) return true
    const client = clientOf(remoteAddress)
    if (!this.#open.take(client)) {
      this.#tell(remoteAddress)
      return false
    }
    socket.once('close', () => this.#open.give(client))
    return true
  }

  #tell(address: string): void {
    const count = this.#ofOneClient.happened()
    if (count === 0) return
    const { maxPerClient, warn } = this.#limits
    warn(
      `${address} has ${maxPerClient} connections (${SETTINGS.connectionsPerAddress.variable}): further ones are ended; ${count} of such clients since the last such line`,
    )
  }

  /** Idle connections make room: nobody waits for an answer on them. */
  #onFullPort(server: Server): void {
    const count = this.#ofOnePort.happened()
    server.closeIdleConnections()
    if (count === 0) return
    const { maxConnections } = server
    this.#limits.warn(
      `${maxConnections} connections of one port are open: further ones are ended; ${count} since the last such line`,
    )
  }
}
