import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFromBrowser, encodeForBrowser } from './browser-text.ts'
import { isMessageFault } from './read-message.ts'
import { samples } from './samples.fixture.ts'

const encoded = encodeForBrowser(samples.CReq)

describe('the text of a message in a form field', () => {
  test('is base64url without padding, and is decoded to the same message', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string()), (message) => {
        const text = encodeForBrowser(message)
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(JSON.stringify(decodeFromBrowser(text))).toBe(JSON.stringify(message))
      }),
    )
  })

  test.each([
    ['padding', `${Buffer.from('{"a":1}').toString('base64')}`],
    ['padding of base64url', `${Buffer.from('{"a":1}').toString('base64url')}=`],
    ['the alphabet of base64', Buffer.from('{"a":"???>>>"}').toString('base64').replace(/=+$/, '')],
    ['a line break', `${encoded.slice(0, 8)}\n${encoded.slice(8)}`],
    ['left-over bits', 'e31'],
    ['a length that no bytes have', 'e30ab'],
    ['nothing', ''],
    ['what is no JSON', Buffer.from('{"a":').toString('base64url')],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64url')],
    ['65,537 characters', 'A'.repeat(65_537)],
  ])('is refused with %s', (_, text) => {
    expect(isMessageFault(decodeFromBrowser(text))).toBe(true)
  })

  test('of any content gives JSON or a fault', () => {
    fc.assert(fc.property(fc.string(), (text) => void decodeFromBrowser(text)))
    fc.assert(fc.property(fc.base64String(), (text) => void decodeFromBrowser(text)))
  })
})
