import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { ipMatcher } from '../../entities/ip-ranges.ts'

export interface TargetParts {
  readonly environment: 'test' | 'live'
  /**
   * Origins of the operator's own settings, such as `http://localhost:8090`. Their scheme, port and
   * addresses are not checked, because an operator can do everything anyway.
   */
  readonly trustedOrigins?: readonly string[]
  /** `loopback` and subnets, such as `10.1.0.0/16`, that other requests may reach although they are not public. */
  readonly allowedSubnets?: readonly string[]
  /** Finds the addresses of a name; the system's own resolver when absent. */
  readonly resolve?: ResolveName
}

/** As `dns.lookup` with `all`. */
export type ResolveName = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Where a request goes. `lookup` filters the addresses of its name; absent for a trusted origin. */
export interface Target {
  readonly url: URL
  readonly lookup?: LookupFunction
}

/** Why a request may not be sent: a fixed text. */
export interface TargetFault {
  readonly fault: FaultCode
}

type FaultCode = keyof typeof faultWords

/** What is wrong with an address, as the end of a sentence that begins with its parameter. */
const faultWords = {
  URL_TOO_LONG: 'must have at most 2,048 characters',
  NOT_A_URL: 'must be an absolute address, for example https://shop.example/webhooks',
  NOT_HTTP: 'must be an http or https address',
  USER_INFO_IN_URL: 'must not carry a user name or password',
  NOT_HTTPS: 'must be an https address: live sends nothing by plain HTTP',
  PORT_NOT_ALLOWED: 'must have port 80, 443 or one above 1023',
  ADDRESS_NOT_PUBLIC: 'must lead to an address on the internet',
} as const

/** Longest address of a request, in characters (R-SSRF-3). */
const MAX_URL = 2_048

const NOT_PUBLIC = 'ADDRESS_NOT_PUBLIC'

/** Reads the address of a request, and refuses the ones that a merchant must not make us call (R-SSRF-1, R-SSRF-3). */
export function createTargetReader(parts: TargetParts): (text: string) => Target | TargetFault {
  const { environment, trustedOrigins = [], allowedSubnets = [], resolve = systemLookup } = parts
  const trusted = new Set(trustedOrigins.map((origin) => new URL(origin).origin))
  const mayReach = addressFilter(allowedSubnets)
  const lookup = filteredLookup(mayReach, resolve)
  return (text) => {
    if (text.length > MAX_URL) return { fault: 'URL_TOO_LONG' }
    if (!URL.canParse(text)) return { fault: 'NOT_A_URL' }
    const url = new URL(text)
    const { protocol, hostname, port } = url
    if (protocol !== 'https:' && protocol !== 'http:') return { fault: 'NOT_HTTP' }
    if (url.username !== '' || url.password !== '') return { fault: 'USER_INFO_IN_URL' }
    if (trusted.has(url.origin)) return { url }
    if (protocol === 'http:' && environment === 'live') return { fault: 'NOT_HTTPS' }
    if (!isPortAllowed(port)) return { fault: 'PORT_NOT_ALLOWED' }
    // The lookup hook is not called for an address, so it has to be checked here.
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !mayReach(literal)) return { fault: NOT_PUBLIC }
    return { url, lookup }
  }
}

/** Says what is wrong with an address of a merchant before anything is sent there. Names are not resolved yet. */
export function createUrlJudge(parts: TargetParts): (url: string) => string | undefined {
  const readTarget = createTargetReader(parts)
  return (url) => {
    const target = readTarget(url)
    return 'fault' in target ? faultWords[target.fault] : undefined
  }
}

/** `port` is empty for the one of the scheme, 80 or 443. */
function isPortAllowed(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) > 1_023
}

/**
 * A lookup for sockets that gives allowed addresses only. It runs for each new connection, so a name
 * that led elsewhere when it was checked before is refused here. A name that cannot be found has the
 * same fault as one that leads to our own networks: the merchant's log of deliveries would otherwise
 * tell which internal names exist.
 */
function filteredLookup(
  mayReach: (address: string) => boolean,
  resolve: ResolveName,
): LookupFunction {
  return (name, options, callback) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const addresses = (error === null ? found : []).filter(({ address }) => mayReach(address))
      const [first] = addresses
      if (first === undefined) callback(notPublic(), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
}

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('The name has no public address'), { code: NOT_PUBLIC })
}

/**
 * Addresses that are not on the internet, or that lead back into our own networks (R-SSRF-1; IANA
 * registries of special-purpose addresses). IPv4 ranges also apply to IPv4-mapped IPv6 addresses.
 */
const BLOCKED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The host agent of virtual machines at Azure, which has a public address.
  '168.63.129.16/32',
  // Unspecified, loopback, and IPv4 addresses in the old "compatible" form.
  '::/96',
  // Translated IPv4.
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  // Teredo and other protocols of the IETF.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const

const LOOPBACK = ['127.0.0.0/8', '::1/128']

function addressFilter(allowedSubnets: readonly string[]): (address: string) => boolean {
  const isAllowed = ipMatcher(
    allowedSubnets.flatMap((one) => (one === 'loopback' ? LOOPBACK : one)),
  )
  const isBlocked = ipMatcher(BLOCKED)
  const isGlobal = ipMatcher(GLOBAL)
  return (address) => {
    if (isAllowed(address)) return true
    return isGlobal(address) && !isBlocked(address) && !isIsatap(address)
  }
}

/** All of IPv4, also as IPv4-mapped addresses, and what is handed out of IPv6 (IANA, IPv6 Global Unicast Address Assignments). */
const GLOBAL = ['0.0.0.0/0', '::ffff:0:0/96', '2000::/3']

/** An IPv4 address in an interface identifier (RFC 5214, 6.1): a router may lead it into a private network. */
function isIsatap(address: string): boolean {
  if (isIP(address) !== 6) return false
  const [, , , , fifth = '', sixth] = ipv6Groups(address)
  return sixth === '5efe' && (fifth === '0' || fifth === '200')
}

/** The eight numbers of an address, each as its shortest hexadecimal text, however the address is written. */
function ipv6Groups(address: string): string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`)
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}
