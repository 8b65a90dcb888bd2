import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlatParameter } from '../../parameters/table.ts'
import { isRefusal } from '../../results/refusal.ts'

import { keyedRequest, readKey, type SentRequest } from './keyed-request.ts'

const vault = { keyedHash: (text: string) => createHash('sha256').update(text).digest('hex') }

const request: SentRequest = {
  key: 'order-4711',
  owner: ['token', 'hash', 'channel'],
  method: 'POST',
  path: '/v1/payments',
  parameters: [
    ['amount', '92.00'],
    ['currency', 'EUR'],
  ],
}
const keyed = (more: Partial<SentRequest> = {}) => keyedRequest({ ...request, ...more }, vault)

describe('a keyed request', () => {
  it('consists of hashes only', () => {
    for (const hash of Object.values(keyed())) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('has the fingerprint of an earlier release, too, where some of what was sent is ignored', () => {
    const asSent: SentRequest['parameters'] = [...request.parameters, ['utm_source', 'mail']]
    const { fingerprintAsSent } = keyed({ asSent })
    expect(fingerprintAsSent).toBe(keyed({ parameters: asSent }).fingerprint)
    expect(keyed({ asSent }).fingerprint).toBe(keyed().fingerprint)
  })

  it('is the same whatever the order of its parameters', () => {
    const parameters = fc.array(fc.tuple(fc.string(), fc.string()))
    fc.assert(
      fc.property(
        parameters.chain((sent) =>
          fc.tuple(fc.constant(sent), fc.shuffledSubarray(sent, { minLength: sent.length })),
        ),
        ([sent, shuffled]) => {
          expect(keyed({ parameters: shuffled })).toEqual(keyed({ parameters: sent }))
        },
      ),
    )
  })

  it.each<[string, Partial<SentRequest>]>([
    ['method', { method: 'PUT' }],
    ['path', { path: '/v1/checkouts' }],
    [
      'value',
      {
        parameters: [
          ['amount', '92.00'],
          ['currency', 'USD'],
        ],
      },
    ],
    [
      'name',
      {
        parameters: [
          ['amount', '92.00'],
          ['currencz', 'EUR'],
        ],
      },
    ],
    ['further parameter', { parameters: [...request.parameters, ['a', 'b']] }],
    [
      'border of a name',
      {
        parameters: [
          ['amount', '92.00'],
          ['currencyE', 'UR'],
        ],
      },
    ],
  ])('differs for another %s', (_what, more) => {
    expect(keyed(more).fingerprint).not.toBe(keyed().fingerprint)
    expect(keyed(more)).toMatchObject({ scope: keyed().scope, key: keyed().key })
  })

  it.each<[string, FlatParameter, FlatParameter]>([
    ['decimals', ['amount', '92'], ['amount', '92.00']],
    ['a number of JSON', ['amount', '92.5', 'number'], ['amount', '92.50']],
    ['an amount of a list', ['cart.items[12].price', '7'], ['cart.items[12].price', '7.00']],
    ['a number that is no amount', ['numberOfCaptures', '2', 'number'], ['numberOfCaptures', '2']],
  ])('is the same with %s written differently', (_what, one, other) => {
    expect(keyed({ parameters: [one] })).toEqual(keyed({ parameters: [other] }))
  })

  it.each<[string, FlatParameter, FlatParameter]>([
    ['another amount', ['amount', '92'], ['amount', '92.01']],
    ['ten times as much', ['amount', '9.20'], ['amount', '92.0']],
    [
      'a reference that looks like one',
      ['merchantTransactionId', '20261121'],
      ['merchantTransactionId', '20261121.00'],
    ],
  ])('is not the same with %s', (_what, one, other) => {
    expect(keyed({ parameters: [one] })).not.toEqual(keyed({ parameters: [other] }))
  })
})

describe('a key', () => {
  it.each(['a', '~'.repeat(255), '8e03978e-40d5-43e8-bc93-6894a57f9324', '"a"'])(
    'may be %j',
    (key) => {
      expect(readKey(key)).toBe(key)
    },
  )

  it.each(['', ' ', 'a b', 'ä', '\u0000', 'x'.repeat(256), 'one, two'])('may not be %j', (key) => {
    const refusal = readKey(key)
    expect(isRefusal(refusal) && refusal.parameterErrors?.[0]?.name).toBe('Idempotency-Key')
  })

  it('may not be sent twice', () => {
    expect(isRefusal(readKey(['one', 'two']))).toBe(true)
  })
})
