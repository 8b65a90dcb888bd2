import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Socket } from 'node:net'
import type { Clock } from '../timers/clock.ts'
import { answerBrokenHttp } from './broken-http.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import type { ServedCertificate } from './served-certificate.ts'

export interface ServerParts {
  /** Absent: the server speaks plain HTTP. */
  readonly tls?: ServedCertificate | undefined
  readonly limits: ConnectionLimits
  readonly clock: Clock
}

/**
 * Makes a server for one port of one address. Every server of the gateway is made here: the same
 * limits hold on all of them, and what never becomes a request is answered in the common shape.
 */
export function createHttpServer(parts: ServerParts, handler: RequestListener): Server {
  const { limits, clock } = parts
  const server = createBareServer(parts, handler)
  server.maxConnections = limits.maxConnections
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket) answerBrokenHttp(error, socket, clock)
    else socket.destroy()
  })
  return server
}

function createBareServer({ tls, limits }: ServerParts, handler: RequestListener): Server {
  const options = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  }
  if (tls === undefined) return createServer(options, handler)
  const tlsOptions = { ...options, ...tls.options(), handshakeTimeout: limits.handshakeMs }
  const server = createTlsServer(tlsOptions, handler)
  tls.showOn(server)
  return server
}
