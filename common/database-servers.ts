/** What an address may ask of a server by the driver's own parameter: a gateway always writes. */
const WRITABLE: ReadonlySet<string | null> = new Set([null, 'read-write', 'primary'])

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)(\/.*)$/

/**
 * The address of each server that an address names, as `postgres://user:password@host1:5432,host2:5432/database`
 * does; empty where it is no address of a database.
 */
export function serversIn(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  const names = hosts.split(',')
  // A local socket has no host, and there is one of them.
  if (names.length > 1 && names.includes('')) return []
  const servers = names.map((host) => `${before}${host}${after}`)
  return servers.every(isAddress) ? servers : []
}

function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { pathname, searchParams } = new URL(url)
  return pathname.length > 1 && WRITABLE.has(searchParams.get('target_session_attrs'))
}

/** An address as messages show it: without user, password and parameters. */
export function shownAddress(url: string): string {
  const servers = serversIn(url).map((server) => new URL(server))
  return `postgres://${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname ?? ''}`
}
