import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often a stop looks for connections whose last request has been answered, in milliseconds. */
const LOOK_EVERY_MS = 50

/**
 * Lets a stop wait for running requests and for nothing else. Node ends the connections that are idle
 * when it begins; not those that never brought a request (browsers open some in advance), nor those
 * whose request is answered while it goes on, which clients would keep for their next one.
 */
export function endConnectionsWithServer(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  const isTls = 'setSecureContext' in app.server
  app.server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: { socket: Socket }) => silent.delete(socket))
  app.addHook('preClose', (done) => {
    for (const socket of silent) socket.destroy()
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS).unref()
    app.server.once('close', () => clearInterval(looking))
    done()
  })
}
