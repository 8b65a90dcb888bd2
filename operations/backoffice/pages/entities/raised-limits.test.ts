import { describe, expect, it } from 'vitest'
import { raisedLimits } from './raised-limits.ts'

describe('a limit of the second person goes on for a day', () => {
  const own = { EUR: '50.00', USD: '60.00' }

  it.each([
    ['where it is inherited again', undefined, ['EUR 50.00', 'USD 60.00']],
    ['where it is taken away', { USD: '60.00' }, ['EUR 50.00']],
    ['where a higher one is typed', { EUR: '900.00', USD: '60' }, ['EUR 50.00']],
    ['not while no amount is typed', { EUR: undefined, USD: '60.00' }, []],
    ['not where it is lowered', { EUR: '9.00', USD: '60.00', GBP: '1.00' }, []],
  ])('%s', (_, next, expected) => {
    const raised = raisedLimits(own, next, [])
    expect(raised.map(({ currency, amount }) => `${currency} ${amount}`)).toEqual(expected)
  })

  it('with the lowest amount of what still counts', () => {
    const earlier = [
      { currency: 'EUR', amount: '20.00' },
      { currency: 'USD', amount: '5.00' },
    ]
    expect(raisedLimits({ EUR: '50.00' }, {}, earlier)).toEqual([
      { currency: 'EUR', amount: '20.00' },
    ])
  })

  it('and no limit before is raised by none', () => {
    expect(raisedLimits(undefined, { EUR: '9.00' }, [])).toEqual([])
  })
})
