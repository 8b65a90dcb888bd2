import { describe, expect, it } from 'vitest'
import type { Instrument } from './instrument.ts'
import { expiryOf, keptFault } from './kept.ts'

const card: Instrument = {
  kind: 'card',
  number: '4200000000000000',
  expiryMonth: '05',
  expiryYear: '2026',
}
const token: Instrument = { kind: 'tokenAccount', number: '4200000000000000', type: 'NETWORK' }
const may = { expiryMonth: '05', expiryYear: '2026' }

const instruments: readonly [string, Instrument, boolean][] = [
  ['a card', card, true],
  ['a token with an expiry', { ...token, ...may }, true],
  ['a token without one', token, false],
  ['a token of which only the month is known', { ...token, expiryMonth: '05' }, false],
  ['a token of which only the year is known', { ...token, expiryYear: '2026' }, false],
  ['a brand alone', { kind: 'brand' }, false],
]

describe('the expiry of a stored instrument', () => {
  it.each(instruments)('of %s', (_what, instrument, expires) => {
    expect(expiryOf(instrument)).toEqual(expires ? may : undefined)
  })

  it.each(instruments)('decides whether %s can be charged again', (_what, instrument, expires) => {
    const charged = (nowMs: number) =>
      keptFault({ instrument, brand: 'VISA', channelBrands: ['VISA'], nowMs })
    expect(charged(Date.UTC(2026, 4, 31))).toBeUndefined()
    expect(charged(Date.UTC(2026, 6, 1))).toBe(expires ? '100.100.303' : undefined)
  })
})
