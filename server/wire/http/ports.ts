import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createHttpServer, type ServerParts } from './http-server.ts'
import { connectionEnder } from './open-connections.ts'

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
 * Connections that wait until they are taken, where the system allows so many. Node's own 511 are full
 * while thousands come at once, and then everybody's next try is a second later.
 */
const BACKLOG = 4_096

/** An address of the name that this machine does not have, such as `::1` where there is no IPv6. */
const ABSENT_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Every server of a gateway. Fastify alone would listen on the second address of a name with a server
 * that it shows to nobody: without limits, and with Node's empty answers.
 */
export class Ports {
  readonly #parts: ServerParts
  /** Those that Fastify does not know, each with what ends its connections. */
  readonly #further = new Map<Server, () => void>()

  constructor(parts: ServerParts) {
    this.#parts = parts
  }

  /** Makes Fastify's own server, which it asks for in its constructor. */
  readonly serverFactory = (handler: RequestListener): Server =>
    createHttpServer(this.#parts, handler)

  /** A stop of the gateway ends every server from now on. Before it listens. */
  attach(app: FastifyInstance): void {
    app.decorate<Ports>('ports', this)
    const endConnections = connectionEnder(app.server)
    let furtherClosed: Promise<unknown> = Promise.resolve()
    app.addHook('preClose', (done) => {
      endConnections()
      furtherClosed = Promise.all([...this.#further].map(([server, end]) => closed(server, end)))
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
   * Opens a second port that speaks plain HTTP, beside one that speaks TLS only: requests meet the
   * gateway's own routing there, which sends on to https, or refuses, what did not come by it
   * (`requireHttps`). Rejects when the port cannot be opened.
   */
  async listenPlainly(app: FastifyInstance, { host, port }: PortAddress): Promise<void> {
    const parts = { ...this.#parts, tls: undefined }
    await onEachAddress(host, (address) =>
      this.#open({ host: address, port }, parts, (request, reply) => {
        // Nobody is served here, trusted proxies neither: they have the other port.
        delete request.headers['x-forwarded-proto']
        app.routing(request, reply)
      }),
    )
  }

  async #open(address: PortAddress, parts: ServerParts, handler: RequestListener): Promise<void> {
    const server = createHttpServer(parts, handler)
    const endConnections = connectionEnder(server)
    server.listen({ ...address, backlog: BACKLOG })
    await once(server, 'listening')
    this.#further.set(server, endConnections)
  }
}

/** Stops listening, and waits for the requests that run. */
async function closed(server: Server, endConnections: () => void): Promise<void> {
  const close = once(server, 'close')
  server.close()
  endConnections()
  await close
}

/** Faults of addresses that this machine does not have count only when it has none of them. */
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
