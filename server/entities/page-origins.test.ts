import { describe, expect, it } from 'vitest'
import { framingOrigins, readPageOrigins } from './page-origins.ts'

describe('the origins that a submit names', () => {
  it.each([
    'https://shop.example',
    'https://pay.shop.example:8443 https://shop.example',
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'https://xn--bcher-kva.example',
    'https://3m.com',
    'https://1e100',
  ])('are known: %s', (text) => {
    expect(readPageOrigins(text)).toEqual(text.split(' '))
  })

  it.each([
    '',
    'null',
    'https://shop.example null',
    'file://',
    'capacitor://localhost',
    'https://shop.example/',
    'https://shop.example  https://other.example',
    "https://shop.example; script-src 'unsafe-inline'",
    'https://*.example',
    'https://user@shop.example',
    // No Content-Security-Policy names them (CSP level 3): with them the page of the shop itself would be kept out.
    'http://[::1]:8080',
    'http://192.168.1.20',
    Array.from({ length: 9 }, (_, at) => `https://shop${at}.example`).join(' '),
  ])('are not known: %s', (text) => {
    expect(readPageOrigins(text)).toBeUndefined()
  })

  it('are named once', () => {
    expect(readPageOrigins('https://shop.example https://shop.example')).toEqual([
      'https://shop.example',
    ])
  })
})

describe('the origins that may show pages of a payment', () => {
  const pageOrigins = ['https://shop.example']

  it('are those of its submit', () => {
    expect(framingOrigins(pageOrigins, {})).toEqual(pageOrigins)
    expect(framingOrigins(undefined, {})).toBeUndefined()
  })

  it('are those of the channel alone, where it names any', () => {
    const checkouts = { pageOrigins: ['https://other.example'] }
    expect(framingOrigins(pageOrigins, { checkouts })).toEqual(['https://other.example'])
  })
})
