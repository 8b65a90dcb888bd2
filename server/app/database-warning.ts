import { isLoopbackAddress } from '../http/client-address.ts'
import { type Config, SETTINGS } from '../kernel/settings/config.ts'
import { transportOf } from '../store/postgres/transport-of.ts'

/** A database on another host without TLS: whoever is between sees personal data and can change money. */
export function databaseWarning(database: Config['database']): string | undefined {
  if (database.engine !== 'postgres') return undefined
  const { host, security } = transportOf(database.url)
  if (security === 'checked' || isThisMachine(host)) return undefined
  const { variable } = SETTINGS.database
  const what =
    security === 'plain'
      ? `${variable} names another host without TLS: passwords and personal data can be read on the way`
      : `${variable} names another host whose certificate is not checked: anybody on the way can stand in for it`
  return `${what}; add ?sslmode=verify-full`
}

/** Also the folder of a local socket. */
function isThisMachine(host: string): boolean {
  return host === '' || host === 'localhost' || host.startsWith('/') || isLoopbackAddress(host)
}
