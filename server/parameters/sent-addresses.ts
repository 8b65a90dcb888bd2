import { isIP, SocketAddress } from 'node:net'

/** What a merchant's server has sent as the address of the shopper. */
export interface SentAddresses {
  /** Each once, in one spelling: an IPv4 address, or an IPv6 address in lower case and shortened. */
  readonly addresses: readonly string[]
  /** Whether something in it is no address, such as `unknown`. */
  readonly hasOther: boolean
}

/** Between the addresses of a header such as `X-Forwarded-For`, and the quotes of `Forwarded`. */
const BETWEEN = /[\s,;"]+/
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/
const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/
const ZONE = /%.*$/
const MAPPED = /^::ffff:(?=\d+\.)/

/**
 * The addresses in `customer.ip` as shops send it: alone, as the list of a forwarded header, with a port, in
 * brackets, with a zone. An IPv4 address that is written as an IPv6 one is an IPv4 address.
 */
export function sentAddresses(text: string): SentAddresses {
  const read = text
    .split(BETWEEN)
    .filter((part) => part !== '')
    .map(addressOf)
  const addresses = read.filter((one) => one !== undefined)
  return {
    addresses: [...new Set(addresses)],
    hasOther: addresses.length < read.length || read.length === 0,
  }
}

/** Whether all of it is addresses. */
export function isAllAddresses(text: string): boolean {
  return !sentAddresses(text).hasOther
}

/** One address in the spelling in which it is compared; `undefined` for everything else. */
function addressOf(part: string): string | undefined {
  const bare = (WITH_PORT.exec(part) ?? IN_BRACKETS.exec(part))?.[1] ?? part
  const address = bare.replace(ZONE, '')
  const version = isIP(address)
  if (version === 0) return undefined
  if (version === 4) return address
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(MAPPED, '')
}
