import { describe, expect, it } from 'vitest'
import { clientOf, proxyMatcher } from './client-address.ts'

describe('one client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1:2', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('is an IPv4 address or a /64 network: %s', (address, client) => {
    expect(clientOf(address)).toBe(client)
  })

  it('is the text of a header that is not an address, cut to the length of an address', () => {
    expect(clientOf('unknown')).toBe('unknown')
    expect(clientOf('x'.repeat(9_000))).toHaveLength(45)
  })
})

describe('a trusted proxy', () => {
  const isProxy = proxyMatcher(['loopback', '10.0.0.7', '10.1.0.0/16', '2001:db8::/32'])

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.7', '10.1.255.1', '2001:db8:9::1'])(
    'is one that is named: %s',
    (address) => expect(isProxy(address)).toBe(true),
  )

  it.each(['10.0.0.8', '10.2.0.1', '2001:db9::1', '::ffff:10.0.0.8', '', 'unknown'])(
    'is not another one: %s',
    (address) => expect(isProxy(address)).toBe(false),
  )

  it('is distinguished from thousands of other addresses, repeatedly', () => {
    for (let round = 0; round < 2; round++) {
      for (let at = 0; at < 3_000; at++) {
        expect(isProxy(`203.0.${at >> 8}.${at & 255}`)).toBe(false)
        expect(isProxy('10.0.0.7')).toBe(true)
      }
    }
  })
})
