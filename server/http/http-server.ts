import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Socket } from 'node:net'
import type { ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { AnswerTimeouts } from './answer-timeouts.ts'
import type { ClientConnections } from './client-connections.ts'
import { ConnectionRoom } from './connection-room.ts'
import { answerConnect, answerMalformedHttp } from './malformed-http.ts'
import { queueRequests } from './request-queue.ts'
import type { ServedCertificate } from './served-certificate.ts'

export interface ServerParts {
  /** Absent: the server speaks plain HTTP. */
  readonly tls?: ServedCertificate | undefined
  readonly limits: ConnectionLimits
  readonly clients: ClientConnections
  readonly clock: Clock
}

/**
 * Makes a server for one port of one address. Every server of the gateway is made here, so that all
 * have the same limits and answer unparsable requests in the common shape.
 */
export function createHttpServer(parts: ServerParts, handler: RequestListener): Server {
  const { limits, clients, clock } = parts
  const timeouts = new AnswerTimeouts(limits)
  const inTurn = queueRequests((request, response) => {
    timeouts.watch(response)
    handler(request, response)
  })
  const server = createBareServer(parts, inTurn)
  clients.guard(server, new ConnectionRoom(server, limits))
  timeouts.startOn(server)
  const lastAnswer = { clock, graceMs: limits.graceMs }
  answerMalformedHttp(server, lastAnswer)
  // Node's own answer, 417, would have no body.
  server.on('checkExpectation', inTurn)
  server.on('connect', (_request, socket) => {
    if (socket instanceof Socket) answerConnect(socket, lastAnswer)
    else socket.destroy()
  })
  return server
}

function createBareServer({ tls, limits }: ServerParts, handler: RequestListener): Server {
  const options = {
    // `refuseAmbiguousHeaders` answers a request without Host with a body; Node would answer without one.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  }
  if (tls === undefined) return createServer(options, handler)
  const tlsOptions = { ...options, ...tls.options(), handshakeTimeout: limits.handshakeMs }
  const server = createTlsServer(tlsOptions, handler)
  // Must run first: without a handshake no answer can be written, and the connection would stay open.
  server.prependListener('tlsClientError', (_error, socket) => void socket.destroy())
  tls.showOn(server)
  return server
}
