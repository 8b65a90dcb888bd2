import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ipMatcher, readIpRange } from './ip-ranges.ts'

describe('an IP range', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.9/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    ['192.0.2.0/24', '::ffff:192.0.2.7', true],
    ['192.0.2.0/24', 'not an address', false],
    ['2001:db8::/32', 'fe80::1%eth0', false],
  ])('%s and %s: %s', (range, address, isIn) => {
    expect(ipMatcher([range])(address)).toBe(isIn)
  })

  it.each([
    '',
    '1.2.3',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/8/8',
    '::/129',
    'fe80::1%0',
  ])('is not %s', (text) => {
    expect(readIpRange(text)).toBeUndefined()
  })

  it('contains every address with the same first bits', () => {
    const address = fc.integer({ min: 0, max: 0xffffffff })
    const text = (bits: number) => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
    fc.assert(
      fc.property(address, address, fc.integer({ min: 1, max: 32 }), (one, other, bits) => {
        const isIn = one >>> (32 - bits) === other >>> (32 - bits)
        expect(ipMatcher([`${text(one)}/${bits}`])(text(other))).toBe(isIn)
      }),
    )
  })
})
