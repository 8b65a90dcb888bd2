import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readGoogleRootKeys } from './google-root-keys.ts'
import { spkiOf } from './p256.ts'
import { NOW_MS } from './wallets.fixture.ts'

const keyValue = (namedCurve = 'P-256') =>
  spkiOf(generateKeyPairSync('ec', { namedCurve }).publicKey).toString('base64')

const ECV2 = { keyValue: keyValue(), protocolVersion: 'ECv2', keyExpiration: String(NOW_MS + 1) }

const read = (...keys: readonly object[]) => readGoogleRootKeys(JSON.stringify({ keys }), NOW_MS)

describe('root signing keys as Google publishes them', () => {
  test('are those of ECv2, each until its end', () => {
    const endless = { keyValue: keyValue(), protocolVersion: 'ECv2' }
    const others = [
      { keyValue: keyValue(), protocolVersion: 'ECv1' },
      { ...ECV2, protocolVersion: 'ECv2SigningOnly' },
    ]
    const ends = read(ECV2, ...others, endless).map(({ expiresAtMs }) => expiresAtMs)
    expect(ends).toEqual([NOW_MS + 1, Number.POSITIVE_INFINITY])
  })

  test.each([
    ['no key', []],
    ['keys of other versions only', [{ ...ECV2, protocolVersion: 'ECv1' }]],
    ['keys that have expired', [{ ...ECV2, keyExpiration: String(NOW_MS) }]],
    ['a key of another curve', [{ ...ECV2, keyValue: keyValue('P-384') }]],
    ['a key that is none', [{ ...ECV2, keyValue: 'bm8ga2V5' }]],
    ['an end that is no time', [{ ...ECV2, keyExpiration: 'tomorrow' }]],
    ['more keys than anybody publishes', Array.from({ length: 101 }, () => ECV2)],
  ])('cannot be read from a file with %s', (_case, keys) => {
    expect(() => read(...keys)).toThrow()
  })

  test('are never read from anything else', () => {
    const property = fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(() => readGoogleRootKeys(text, NOW_MS)).toThrow()
    })
    fc.assert(property)
  })
})
