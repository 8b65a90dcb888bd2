import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { restoredText } from './cells.ts'
import { isLost } from './faults.ts'
import type { PostgresLimits } from './limits.ts'
import { assertUsable, SERVER_FACTS, type ServerFacts, TIMELINE } from './server-facts.ts'
import { DatabaseServers } from './servers.ts'

export interface ConnectionOptions {
  /** `postgres://user:password@host:port,host:port/database`; it appears in no message. */
  readonly url: string
  /** Those of the address, shared by the connections of a store; absent: this one knows nothing of others. */
  readonly servers?: DatabaseServers
  readonly limits: PostgresLimits
  /** Takes a server that may forget what it has acknowledged. */
  readonly allowUnsafeCommit: boolean
  /** After so many milliseconds the server gives up a statement; absent: it never does. */
  readonly statementMs?: number
  /** Is told of each connection by TLS when the server's certificate ends, in milliseconds since 1970. */
  readonly onServerCertificate?: ((endsAtMs: number) => void) | undefined
}

/** A statement with a name is prepared once for each connection. */
export interface Query {
  readonly name?: string
  readonly text: string
}

export type Rows = pg.QueryResult<Record<string, unknown>>

interface ConnectedServer {
  readonly url: string
  readonly timeline: number
  readonly server: ServerFacts
  readonly servers: DatabaseServers
}

/** One session of the server. What is sent while others wait for their answers is sent behind them. */
export class Connection {
  readonly server: ServerFacts
  /** Of the one server that it leads to. */
  readonly url: string
  readonly timeline: number
  readonly #servers: DatabaseServers
  readonly #client: pg.Client
  #alive = true
  #statements = 0
  #replanAt = FIRST_REPLAN
  #plannedAtMs = performance.now()

  constructor(client: pg.Client, { url, timeline, server, servers }: ConnectedServer) {
    this.#client = client
    this.server = server
    this.url = url
    this.timeline = timeline
    this.#servers = servers
    client.on('error', () => this.abandon())
    client.on('end', () => this.abandon())
  }

  /** Hears what statements on this connection say by RAISE NOTICE with the code of progress. */
  onProgress(hear: (message: string) => void): void {
    this.#client.on('notice', ({ code, message }) => {
      if (code === PROGRESS && message !== undefined) hear(message)
    })
  }

  /** Whether it may be used: not where another connection has seen a newer primary. */
  get alive(): boolean {
    if (this.#alive && this.#servers.isOld(this.timeline)) this.abandon()
    return this.#alive
  }

  /** Rejects with the driver's error; see `isLost` for those that end the connection. */
  async run(query: Query, values?: readonly unknown[]): Promise<Rows> {
    this.#planAnew()
    try {
      return await this.#client.query({ ...query, ...(values && { values: [...values] }) })
    } catch (error) {
      if (isLost(error)) this.abandon()
      throw error
    }
  }

  /**
   * Plans are kept, and one that was made while its table was empty reads all of it later. So they are made anew
   * when the session has run twice as many statements as before, and after a while: the tables may have grown.
   */
  #planAnew(): void {
    this.#statements += 1
    const nowMs = performance.now()
    if (this.#statements < this.#replanAt && nowMs - this.#plannedAtMs < REPLAN_AFTER_MS) return
    this.#replanAt = Math.max(FIRST_REPLAN, this.#statements * 2)
    this.#plannedAtMs = nowMs
    // What fails it fails the statement behind it, too.
    this.#client.query('DISCARD PLANS').catch(() => {})
  }

  /** Puts everything that is sent meanwhile on its way as one. */
  together<Sent>(send: () => Sent): Sent {
    const { stream } = this.#client.connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }

  /** Cuts the connection without a word. Running statements reject. */
  abandon(): void {
    if (!this.#alive) return
    this.#alive = false
    this.#client.connection.stream.destroy()
  }

  /** Ends the session when everything that was sent has been answered. */
  async end(): Promise<void> {
    if (!this.#alive) return
    this.#alive = false
    await this.#client.end()
  }
}

/** So few rows may be read as a whole. */
const FIRST_REPLAN = 32
/** Planning all statements anew takes a few milliseconds, plans of an empty table the more the longer. */
const REPLAN_AFTER_MS = 10_000

/** A code of our own: the server has notices of its own as well. */
const PROGRESS = 'TG001'

/**
 * Connects to the primary among the servers, and looks whether it is one that money can be trusted to. Rejects with
 * the driver's error, or with `incompatible` and what to change.
 */
export function connect(options: ConnectionOptions): Promise<Connection> {
  const servers = options.servers ?? new DatabaseServers(options.url)
  return servers.primary((url) => connectTo(url, servers, options))
}

async function connectTo(
  url: string,
  servers: DatabaseServers,
  options: ConnectionOptions,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tillgate',
    connectionTimeoutMillis: options.limits.connectMs,
    query_timeout: options.limits.answerMs,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  })
  // Until another listener is there; a call that waits for an answer is rejected anyway.
  client.on('error', () => {})
  await client.connect()
  tellCertificate(client.connection.stream, options)
  try {
    const { rows } = await client.query<ServerFacts>(SERVER_FACTS)
    const server = rows[0] as ServerFacts
    assertUsable(server, options.allowUnsafeCommit)
    const timeline = servers.areSeveral ? await timelineOf(client) : 0
    await client.query(SESSION)
    if (options.statementMs !== undefined) {
      await client.query(`SET statement_timeout = ${options.statementMs}`)
    }
    return new Connection(client, { url, timeline, server, servers })
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

async function timelineOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ readonly timeline: number }>(TIMELINE)
  return rows[0]?.timeline ?? 0
}

function tellCertificate(stream: unknown, { onServerCertificate }: ConnectionOptions): void {
  if (onServerCertificate === undefined || !(stream instanceof TLSSocket)) return
  const endsAtMs = Date.parse(stream.getPeerCertificate()?.valid_to ?? '')
  if (!Number.isNaN(endsAtMs)) onServerCertificate(endsAtMs)
}

/** Amounts and times are safe integers by the tables' checks; texts as they were before `cellOf`. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type === pg.types.builtins.INT8) return Number
  if (type === pg.types.builtins.TEXT) return restoredText
  return pg.types.getTypeParser(type, format)
}

/**
 * Every statement finds its rows by their keys, in the order in which they are handed over: other
 * plans would only lock rows in another order, or be made while tables are small and stay. A
 * session that is left in the middle of a transaction lets go of its locks by itself.
 */
const SESSION = `
  SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET enable_hashjoin = off;
  SET enable_mergejoin = off;
  SET enable_seqscan = off;
  SET plan_cache_mode = force_generic_plan;
  SET jit = off;
  SET lock_timeout = '3s';
  SET idle_in_transaction_session_timeout = '10s'`
