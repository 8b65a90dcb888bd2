import pg from 'pg'
import { serversIn } from '../../../common/database-servers.ts'

/** How the driver would reach a database: who can read along, and who could stand in for it. */
export interface PostgresTransport {
  /** Of each server: name, address, or the folder of a local socket. */
  readonly hosts: readonly string[]
  /** `checked`: by TLS, with a certificate for this host; `unchecked`: by TLS with anybody; `plain`: without. */
  readonly security: 'checked' | 'unchecked' | 'plain'
  /** PEM texts of the files that the address names: the gateway's own certificate, and authorities. */
  readonly cert?: string
  readonly ca?: string
}

/**
 * Reads it out of an address and out of the variables that the driver knows (`PGSSLMODE`). Throws where a
 * file that the address names cannot be read.
 */
export function transportOf(url: string): PostgresTransport {
  // Made, but not connected. All servers have the same parameters.
  const clients = serversIn(url).map((server) => new pg.Client({ connectionString: server }))
  const hosts = clients.map(({ host }) => host)
  const ssl: unknown = clients[0] && Reflect.get(clients[0], 'ssl')
  if (!ssl) return { hosts, security: 'plain' }
  const isUnchecked = typeof ssl === 'object' && Reflect.get(ssl, 'rejectUnauthorized') === false
  return {
    hosts,
    security: isUnchecked ? 'unchecked' : 'checked',
    ...pemOf('cert', ssl),
    ...pemOf('ca', ssl),
  }
}

function pemOf(name: 'cert' | 'ca', ssl: unknown): Partial<Record<'cert' | 'ca', string>> {
  const pem: unknown = typeof ssl === 'object' && ssl !== null ? Reflect.get(ssl, name) : undefined
  return typeof pem === 'string' ? { [name]: pem } : {}
}
