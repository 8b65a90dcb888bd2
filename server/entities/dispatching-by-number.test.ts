import { describe, expect, it } from 'vitest'
import { brandNames } from '../../common/payment-brands.ts'
import { ParameterValues } from '../parameters/values.ts'
import { chooseChannel, paymentOf } from './dispatching.ts'

/** The channel of a card that names no brand, where each rule names some. */
function channelFor(number: string, rules: readonly (readonly string[])[]): string | undefined {
  const dispatching = {
    rules: rules.map((brands) => ({ channelId: brands.join('+'), brands })),
    defaultChannelId: 'default',
  }
  const values = ParameterValues.of([['card.number', number]])
  return chooseChannel(dispatching, paymentOf(values, dispatching, brandNames))
}

describe('the channel that a card number chooses', () => {
  it.each([
    ['4917610000000000', [['VISA'], ['MASTER']], 'VISA'],
    ['4917610000000000', [['VISA'], ['VISAELECTRON']], 'VISAELECTRON'],
    ['4970100000000154', [['MASTER'], ['VISA']], 'VISA'],
    ['4970100000000154', [['VISA'], ['CARTEBANCAIRE']], 'CARTEBANCAIRE'],
    ['4200000000000000', [['CARTEBANCAIRE']], 'default'],
    ['4200000000000000', [['VISADEBIT']], 'default'],
    ['67034200554565015', [['BCMC']], 'BCMC'],
    ['5454545454545454', [['VISA'], ['AMEX']], 'default'],
  ])('for %s among %j is that of %s', (number, rules, channel) => {
    expect(channelFor(number, rules)).toBe(channel)
  })
})
