import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often a stop looks for connections whose last request has been answered, in milliseconds. */
const LOOK_EVERY_MS = 50

/**
 * Answers with a function that lets a stop of the server wait for running requests and for nothing
 * else. Node ends the connections that are idle when it begins; not those that never brought a request
 * (browsers open some in advance), nor those whose request is answered while it goes on, which clients
 * would keep for their next one.
 */
export function connectionEnder(server: Server): () => void {
  const silent = new Set<Socket>()
  server.on(requestSocketEvent(server), (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }: { socket: Socket }) => silent.delete(socket))
  return () => {
    for (const socket of silent) socket.destroy()
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS).unref()
    server.once('close', () => clearInterval(looking))
  }
}

/** The event that brings the sockets that requests come by: with TLS not those of the connections. */
function requestSocketEvent(server: Server): 'connection' | 'secureConnection' {
  return 'setSecureContext' in server ? 'secureConnection' : 'connection'
}
