import { describe, expect, it } from 'vitest'
import { issuedCard } from './gift-cards.ts'

describe('a gift card of the simulated issuer', () => {
  it.each([
    ['6006000500000014', 'KWD', 50_000],
    ['6006000500000014', 'JPY', 50],
    ['6006100500000012', 'EUR', 5000],
    ['6006000000000019', 'EUR', 0],
  ])('%s in %s holds %d minor units', (number, currency, minor) => {
    expect(issuedCard(number)?.valueIn(currency)).toEqual({ minor, currency })
  })

  it('has the last four digits as its PIN', () => {
    expect(issuedCard('6006000500000014')?.pin).toBe('0014')
  })

  it('of one currency has no value in another or in an unknown currency', () => {
    expect(issuedCard('6006100500000012')?.valueIn('USD')).toBeUndefined()
    expect(issuedCard('6006000500000014')?.valueIn('XXQ')).toBeUndefined()
  })

  it.each(['6006000500000015', '6006500500000013', '4200000000000000', '60060005000014', ''])(
    'cannot have the number %j',
    (number) => {
      expect(issuedCard(number)).toBeUndefined()
    },
  )
})
