import { expect, it } from 'vitest'
import { readTrustedProxies } from './setting-readers.ts'

it.each([
  ['loopback', ['loopback']],
  ['10.0.0.7', ['10.0.0.7']],
  ['loopback, 10.1.0.0/16,2001:db8::/32', ['loopback', '10.1.0.0/16', '2001:db8::/32']],
])('trusts the proxies of %s', (text, proxies) => {
  expect(readTrustedProxies(text)).toEqual(proxies)
})

it.each(['true', '1', '*', '0.0.0.0/0', '::/0', 'loopback,0.0.0.0/00'])(
  'does not trust every address: %s',
  (text) => {
    expect(readTrustedProxies(text)).toBeUndefined()
  },
)

it.each([
  '10.0.0.0/33',
  '::1/129',
  '10.0.0',
  'proxy.example',
  'loopback,',
  '10.0.0.0/8/8',
  'fe80::1%eth0',
])('refuses %s', (text) => {
  expect(readTrustedProxies(text)).toBeUndefined()
})
