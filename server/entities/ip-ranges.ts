import { BlockList, isIP } from 'node:net'

/** An address, or a range as an address and the number of its fixed bits: `192.0.2.0/24`. */
interface IpRange {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Reads an address or a range; `undefined` when it is neither. */
export function readIpRange(text: string): IpRange | undefined {
  const [address = '', bitsText, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined || address.includes('%')) return undefined
  const widest = version === 4 ? 32 : 128
  if (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)) return undefined
  const bits = bitsText === undefined ? widest : Number(bitsText)
  return bits <= widest ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

/**
 * Whether an address is in one of the ranges. An IPv4 address that is written as an IPv6 one
 * (`::ffff:192.0.2.1`) is compared as IPv4. A text that is no address is in no range.
 */
export function ipMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of ranges) {
    const range = readIpRange(text)
    if (range !== undefined) list.addSubnet(range.address, range.bits, range.family)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
