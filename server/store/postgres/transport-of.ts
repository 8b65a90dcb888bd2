import pg from 'pg'

/** How the driver would reach a database: who can read along, and who could stand in for it. */
export interface PostgresTransport {
  /** Name, address, or the folder of a local socket. */
  readonly host: string
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
  // Made, but not connected.
  const client = new pg.Client({ connectionString: url })
  const ssl: unknown = Reflect.get(client, 'ssl')
  if (!ssl) return { host: client.host, security: 'plain' }
  const isUnchecked = typeof ssl === 'object' && Reflect.get(ssl, 'rejectUnauthorized') === false
  return {
    host: client.host,
    security: isUnchecked ? 'unchecked' : 'checked',
    ...pemOf('cert', ssl),
    ...pemOf('ca', ssl),
  }
}

function pemOf(name: 'cert' | 'ca', ssl: unknown): Partial<Record<'cert' | 'ca', string>> {
  const pem: unknown = typeof ssl === 'object' && ssl !== null ? Reflect.get(ssl, name) : undefined
  return typeof pem === 'string' ? { [name]: pem } : {}
}
