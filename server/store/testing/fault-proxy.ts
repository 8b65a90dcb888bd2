import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * What happens to the next connection that sends COMMIT:
 * - `cutBefore`: it is cut and COMMIT does not arrive;
 * - `cutAfter`: COMMIT arrives and it is cut before the answer;
 * - `muteAfter`: COMMIT arrives, and nothing is heard of the connection any more.
 */
export type CommitFault = 'cutBefore' | 'cutAfter' | 'muteAfter'

/** A proxy between a store and its PostgreSQL server that simulates network faults. */
export interface FaultProxy {
  /** The address of the database by way of the proxy. */
  readonly url: string
  /** Happens once; resolves when it has happened. */
  atNextCommit(fault: CommitFault): Promise<void>
  /** Forwards nothing more on any connection, and cuts none: half-open connections. */
  fallSilent(): void
  /** Cuts every connection, and each new one at once. */
  refuse(): void
  /** Serves new connections again. Silent connections stay silent. */
  serve(): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  muted: boolean
}

/** Starts a proxy to the server in `url`. */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const target = new URL(url)
  const pairs = new Set<Pair>()
  let mode: 'serving' | 'silent' | 'refusing' = 'serving'
  let planned: { readonly fault: CommitFault; readonly struck: () => void } | undefined

  const listener = createServer((client) => {
    client.on('error', () => {})
    if (mode === 'refusing') return client.destroy()
    const server = connect(Number(target.port), target.hostname)
    const pair: Pair = { client, server, muted: mode === 'silent' }
    pairs.add(pair)
    server.on('error', () => {})
    server.on('close', () => client.destroy())
    client.on('close', () => {
      // The server hears nothing of the end of a connection that fell silent.
      if (!pair.muted) server.destroy()
    })
    server.on('data', (bytes) => {
      if (!pair.muted) client.write(bytes)
    })
    client.on('data', (bytes) => fromClient(pair, bytes))
  })

  function fromClient(pair: Pair, bytes: Buffer): void {
    if (pair.muted) return
    const fault = bytes.includes('COMMIT\0') ? planned?.fault : undefined
    if (fault !== 'cutBefore') pair.server.write(bytes)
    if (fault === undefined) return
    pair.muted = fault !== 'cutBefore'
    if (fault !== 'muteAfter') pair.client.destroy()
    planned?.struck()
    planned = undefined
  }

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = new URL(url)
  address.port = String((listener.address() as { readonly port: number }).port)

  return {
    url: address.href,
    atNextCommit: (fault) =>
      new Promise((struck) => {
        planned = { fault, struck }
      }),
    fallSilent() {
      mode = 'silent'
      for (const pair of pairs) pair.muted = true
    },
    refuse() {
      mode = 'refusing'
      for (const { client } of pairs) client.destroy()
    },
    serve() {
      mode = 'serving'
    },
    async close() {
      listener.close()
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      await once(listener, 'close')
    },
  }
}
