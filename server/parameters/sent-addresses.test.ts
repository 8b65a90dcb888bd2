import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllAddresses, sentAddresses } from './sent-addresses.ts'

describe('the addresses of customer.ip', () => {
  it.each([
    ['1.2.3.4', ['1.2.3.4']],
    ['1.2.3.4, 5.6.7.8', ['1.2.3.4', '5.6.7.8']],
    ['1.2.3.4,5.6.7.8', ['1.2.3.4', '5.6.7.8']],
    ['1.2.3.4 5.6.7.8', ['1.2.3.4', '5.6.7.8']],
    ['1.2.3.4:5060', ['1.2.3.4']],
    ['1.2.3.4, 1.2.3.4:5060', ['1.2.3.4']],
    ['[2001:db8::1]', ['2001:db8::1']],
    ['[2001:db8::1]:443', ['2001:db8::1']],
    ['"[2001:DB8::1]:443"', ['2001:db8::1']],
    ['2001:DB8:0:0:0:0:0:1', ['2001:db8::1']],
    ['fe80::1%eth0', ['fe80::1']],
    ['::ffff:1.2.3.4', ['1.2.3.4']],
    ['::ffff:102:304', ['1.2.3.4']],
  ])('%s are %j', (text, addresses) => {
    expect(sentAddresses(text)).toEqual({ addresses, hasOther: false })
    expect(isAllAddresses(text)).toBe(true)
  })

  it.each([
    ['unknown', []],
    ['unknown, 1.2.3.4', ['1.2.3.4']],
    ['1.2.3.4, shop.example', ['1.2.3.4']],
    ['1.2.3', []],
    ['1.2.3.256', []],
    ['2001:db8::1::2', []],
    ['[]', []],
    [',', []],
  ])('of %s are %j, and the rest is no address', (text, addresses) => {
    expect(sentAddresses(text)).toEqual({ addresses, hasOther: true })
  })

  it('are found in any text, each in its one spelling', () => {
    const part = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string(),
      fc.ipV4().map((one) => `${one}:80`),
      fc.ipV6().map((one) => `[${one}]:80`),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { addresses } = sentAddresses(parts.join(','))
        expect(sentAddresses(addresses.join(', ')).addresses).toEqual(addresses)
      }),
    )
  })
})
