import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Socket } from 'node:net'
import type { ConnectionLimits } from '../../engine/settings/connection-limits.ts'
import type { Clock } from '../../engine/timers/clock.ts'
import { answerBrokenHttp, answerTunnel } from './broken-http.ts'
import type { ClientConnections } from './client-connections.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { ServedCertificate } from './served-certificate.ts'
import { UnreadAnswers } from './unread-answers.ts'

export interface ServerParts {
  /** Absent: the server speaks plain HTTP. */
  readonly tls?: ServedCertificate | undefined
  readonly limits: ConnectionLimits
  readonly clients: ClientConnections
  readonly clock: Clock
}

/**
 * Makes a server for one port of one address. Every server of the gateway is made here: the same
 * limits hold on all of them, and what never becomes a request is answered in the common shape.
 */
export function createHttpServer(parts: ServerParts, handler: RequestListener): Server {
  const { limits, clients, clock } = parts
  const watched = new UnreadAnswers(limits)
  const inTurn = oneAtATime((request, response) => {
    watched.watch(response)
    handler(request, response)
  })
  const server = createBareServer(parts, inTurn)
  clients.guard(server)
  server.maxConnections = limits.maxConnections
  watched.endOn(server)
  const lastAnswer = { clock, graceMs: limits.graceMs }
  answerBrokenHttp(server, lastAnswer)
  // Node's own answer, 417, has no body either.
  server.on('checkExpectation', inTurn)
  server.on('connect', (_request, socket) => {
    if (socket instanceof Socket) answerTunnel(socket, lastAnswer)
    else socket.destroy()
  })
  return server
}

function createBareServer({ tls, limits }: ServerParts, handler: RequestListener): Server {
  const options = {
    // Node's own answer to a request without Host has no body: `refuseUnclearHeads` has one.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  }
  if (tls === undefined) return createServer(options, handler)
  const tlsOptions = { ...options, ...tls.options(), handshakeTimeout: limits.handshakeMs }
  const server = createTlsServer(tlsOptions, handler)
  // First: without a handshake an answer could not be written, and its connection would stay.
  server.prependListener('tlsClientError', (_error, socket) => void socket.destroy())
  tls.showOn(server)
  return server
}
