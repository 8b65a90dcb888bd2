import type { ServerOptions } from 'node:http'
import type { Server } from 'node:net'

/** How long connections may keep a port waiting, and how many of them there may be. */
export interface ConnectionLimits {
  /** From the connection, or the first byte of a later request, to the end of the headers, in milliseconds. */
  readonly headersMs: number
  /** How often requests are looked for whose time is over, in milliseconds: they may live so much longer. */
  readonly checkEveryMs: number
  readonly mostConnections: number
}

/** Node's own are 60 s, 30 s and none: a request that may take 30 s would live for 60. */
const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  checkEveryMs: 5_000,
  mostConnections: 10_000,
}

/** The part of a server's options that keeps the limits of time. */
export function connectionTimes({
  headersMs,
  checkEveryMs,
}: ConnectionLimits = CONNECTION_LIMITS): ServerOptions {
  return { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs }
}

/** Keeps the limit of number: whoever connects beyond it is disconnected at once. */
export function limitConnections(
  server: Server,
  { mostConnections }: ConnectionLimits = CONNECTION_LIMITS,
): void {
  server.maxConnections = mostConnections
}
