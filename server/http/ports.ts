import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createHttpServer, type ServerParts } from './http-server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    ports: Ports
  }
}

export interface PortAddress {
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
