import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import { networkOf } from './client-address.ts'

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
