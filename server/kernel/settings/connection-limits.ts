/** Time limits of connections, how many there may be, and how many bytes of request bodies. */
export interface ConnectionLimits {
  /** Times are in milliseconds. From the connection to the end of the TLS handshake. */
  readonly handshakeMs: number
  /** From the connection, or the first byte of a later request, to the end of the headers. */
  readonly headersMs: number
  /** From the first byte of a request to its last. */
  readonly requestMs: number
  /** From the first byte of an answer until the system has taken its last: clients that read slowly. */
  readonly answerMs: number
  /**
   * After the last answer of a connection. Then it is destroyed, even if the client has not closed
   * it.
   */
  readonly graceMs: number
  /** Between an answer and the next request. Longer than the 60 s of most load balancers. */
  readonly keepAliveMs: number
  /** How often connections whose time is over are searched: they may stay open so much longer. */
  readonly checkEveryMs: number
  /** Open at once on one port and address of this machine. */
  readonly maxConnections: number
  /** Open at once by one client, on all ports together. */
  readonly maxPerClient: number
  /** Of all request bodies in memory, in bytes; of those of one client. */
  readonly bodyBytes: number
  readonly bodyBytesPerClient: number
}

/** Node's defaults are 60 s for headers, longer than a whole request may take here, and no limit of number. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  handshakeMs: 10_000,
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 30_000,
  graceMs: 1_000,
  keepAliveMs: 72_000,
  checkEveryMs: 5_000,
  maxConnections: 10_000,
  maxPerClient: 1_000,
  bodyBytes: 128 * 1024 * 1024,
  bodyBytesPerClient: 32 * 1024 * 1024,
}
