import { expect, it } from 'vitest'
import { readSubnets } from './setting-readers.ts'

it.each([
  ['loopback', ['loopback']],
  ['10.0.0.7', ['10.0.0.7']],
  ['loopback, 10.1.0.0/16,2001:db8::/32', ['loopback', '10.1.0.0/16', '2001:db8::/32']],
])('takes %s', (text, proxies) => {
  expect(readSubnets(text)).toEqual(proxies)
})

it.each(['true', '1', '*', '0.0.0.0/0', '::/0', 'loopback,0.0.0.0/00'])(
  'refuses all addresses at once: %s',
  (text) => {
    expect(readSubnets(text)).toBeUndefined()
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
  expect(readSubnets(text)).toBeUndefined()
})
