import { describe, expect, it } from 'vitest'
import type { IdempotencyRow } from '../../store/port.ts'
import {
  delayed,
  gateway,
  pay,
  payment,
  send,
  useKeyedGateway,
  written,
} from './keyed-gateway.fixture.ts'

useKeyedGateway()

describe('no key is stored', () => {
  it.each([
    ['without a key', () => pay(undefined), '000.100.110'],
    ['for a validation error', () => pay('invalid', { amount: '92.001' }), '200.300.404'],
    ['for an amount of nothing', () => pay('nothing', { amount: '0.00' }), '100.550.300'],
    [
      'for a request without token',
      () => send('/v1/payments', payment(), 'nobody', false),
      '800.900.300',
    ],
    ['for a key with a blank', () => pay('a b'), '200.300.404'],
    ['for an empty key', () => pay(''), '200.300.404'],
    ['for a key of 256 characters', () => pay('x'.repeat(256)), '200.300.404'],
  ])('%s', async (_what, request, code) => {
    const { rows } = await written(async () => {
      expect((await request()).code).toBe(code)
    })
    expect(rows).toEqual([])
  })

  it('and the header is named when it is not a valid key', async () => {
    const { text } = await pay('two words')
    expect(JSON.parse(text).result.parameterErrors).toMatchObject([{ name: 'Idempotency-Key' }])
  })

  it('with card data in it, not even when a key contains it', async () => {
    const PAN = '4929123456789015'
    const card = { 'card.number': PAN, 'card.cvv': '739' }
    const { rows } = await written(async () => {
      await pay('canary', card)
      await pay('canary-later', { ...card, ...delayed(1) })
      await pay(PAN, card)
    })
    expect(rows).toHaveLength(3)
    const stored = await Promise.all(
      rows.map(({ scope, key }: IdempotencyRow) => gateway().store.read.idempotency(scope, key)),
    )
    for (const row of stored) {
      expect(row?.answer).toContain('000.100.110')
      expect(JSON.stringify(row)).not.toContain(PAN)
      expect(JSON.stringify(row)).not.toMatch(/(?<![0-9a-zA-Z.])739(?![0-9a-zA-Z.])/)
    }
  })
})

it('a key may have 255 characters', async () => {
  expect((await pay('~'.repeat(255))).code).toBe('000.100.110')
})
