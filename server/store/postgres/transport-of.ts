import pg from 'pg'

/** How the driver would reach a database: who can read along, and who could stand in for it. */
export interface PostgresTransport {
  /** Name, address, or the folder of a local socket. */
  readonly host: string
  /** `checked`: by TLS, with a certificate for this host; `unchecked`: by TLS with anybody; `plain`: without. */
  readonly security: 'checked' | 'unchecked' | 'plain'
}

/**
 * Reads it out of an address and out of the variables that the driver knows (`PGSSLMODE`). Throws where a
 * file that the address names cannot be read.
 */
export function transportOf(url: string): PostgresTransport {
  // Made, but not connected.
  const client = new pg.Client({ connectionString: url })
  const ssl: unknown = Reflect.get(client, 'ssl')
  if (!ssl) return { host: client.host, security: 'plain' }
  const isUnchecked = typeof ssl === 'object' && Reflect.get(ssl, 'rejectUnauthorized') === false
  return { host: client.host, security: isUnchecked ? 'unchecked' : 'checked' }
}
