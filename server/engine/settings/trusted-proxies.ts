import { isIP } from 'node:net'

/**
 * Reads the proxies whose X-Forwarded-* headers count: `loopback`, addresses and subnets, with commas
 * between them. `undefined`: something else stands there. Nothing that trusts everybody is taken:
 * whoever may name the protocol of his own request passes plain HTTP off as https.
 */
export function readTrustedProxies(text: string): readonly string[] | undefined {
  const proxies = text.split(',').map((proxy) => proxy.trim())
  return proxies.every(isProxy) ? proxies : undefined
}

function isProxy(text: string): boolean {
  if (text === 'loopback') return true
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  // A zone (fe80::1%eth0) means something on one machine only.
  if (version === 0 || more.length > 0 || address.includes('%')) return false
  return prefix === undefined || isPrefix(prefix, version === 4 ? 32 : 128)
}

/** From 1: a prefix of 0 is everybody. */
function isPrefix(text: string, most: number): boolean {
  return /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= most
}
