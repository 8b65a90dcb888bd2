import { BlockList, isIP } from 'node:net'

/** The prefix of an IPv4 address on a dual-stack socket, and the zone of a link-local address. */
const MAPPED_OR_ZONED = /^::ffff:(?=\d+\.)|%.*$/gi

/** An address as it is shown and compared: without the form of a dual-stack socket, and without a zone. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED_OR_ZONED, '')
}

/** Longest address. A forwarded header may claim anything, and its value becomes a key in memory. */
const MAX_ADDRESS = 45

/**
 * What counts as one client: an IPv4 address, or a /64 network of IPv6, because one customer gets at
 * least that. A text that is no address is used as it is.
 */
export function clientOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain.slice(0, MAX_ADDRESS)
  const [head = '', tail] = plain.split('::')
  const leading = head === '' ? [] : head.split(':')
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array(Math.max(0, 8 - leading.length - trailing.length)).fill('0')
  return `${[...leading, ...zeros, ...trailing].slice(0, 4).join(':')}::/64`.toLowerCase()
}

/** The network of an address, which one customer of a provider may have whole: /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const client = clientOf(address)
  return isIP(client) === 4 ? `${client.slice(0, client.lastIndexOf('.'))}.0/24` : client
}

/** How many addresses are remembered: a check takes 10 µs, and each request needs one. */
const MAX_KNOWN = 1_000

/** Tells whether an address is one of the proxies that `TILLGATE_TRUST_PROXY` names. */
export function proxyMatcher(trustedProxies: readonly string[]): (address: string) => boolean {
  if (trustedProxies.length === 0) return () => false
  const proxies = new BlockList()
  for (const proxy of trustedProxies) {
    if (proxy === 'loopback') addLoopback(proxies)
    else addProxy(proxies, proxy)
  }
  const known = new Map<string, boolean>()
  return (address) => {
    let isProxy = known.get(address)
    if (isProxy === undefined) {
      isProxy = isInList(proxies, address)
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(address, isProxy)
    }
    return isProxy
  }
}

function addProxy(proxies: BlockList, proxy: string): void {
  const [address = '', prefix] = proxy.split('/')
  const family = familyOf(address)
  if (family === undefined) return
  if (prefix === undefined) proxies.addAddress(address, family)
  else proxies.addSubnet(address, Number(prefix), family)
}

function addLoopback(list: BlockList): void {
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
}

const loopback = new BlockList()
addLoopback(loopback)

/** Whether only this machine has the address. */
export function isLoopbackAddress(address: string): boolean {
  return isInList(loopback, address)
}

function isInList(list: BlockList, address: string): boolean {
  const family = familyOf(address)
  return family !== undefined && list.check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

/** Counts how much of something each client has at once, up to a limit that is the same for all. */
export class PerClientLimit {
  readonly #max: number
  readonly #taken = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Takes more for the client; `false`, and nothing is taken, when that would exceed the limit. */
  take(client: string, amount = 1): boolean {
    const taken = (this.#taken.get(client) ?? 0) + amount
    if (taken > this.#max) return false
    this.#taken.set(client, taken)
    return true
  }

  give(client: string, amount = 1): void {
    const taken = (this.#taken.get(client) ?? 0) - amount
    // Otherwise memory would grow with every client that ever connected.
    if (taken > 0) this.#taken.set(client, taken)
    else this.#taken.delete(client)
  }
}
