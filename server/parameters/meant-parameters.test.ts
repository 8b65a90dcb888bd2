import { describe, expect, it } from 'vitest'
import { meantParameters } from './meant-parameters.ts'
import type { FlatBody } from './table.ts'

const amount = ['amount', '92.00'] as const
const unknown: FlatBody = [
  ['utm_source', 'mail'],
  ['cart.items[0].colour', 'red'],
]

describe('the parameters of a request that can have an effect', () => {
  it('are without unknown names in legacy', () => {
    expect(meantParameters([...unknown, amount], 'payments.create', 'legacy')).toEqual([amount])
  })

  it('have unknown names in strict, which refuses them', () => {
    const sent = [...unknown, amount]
    expect(meantParameters(sent, 'payments.create', 'strict')).toEqual(sent)
  })

  it('are without credentials and without all but the last of a name in legacy', () => {
    const sent: FlatBody = [['authentication.password', 'secret'], ['amount', '1.00'], amount]
    expect(meantParameters(sent, 'payments.create', 'legacy')).toEqual([amount])
  })

  it('are all that the interface knows', () => {
    const sent: FlatBody = [
      ['card.number', '4200000000000000'],
      ['cart.items[3].name', 'A kite'],
      ['customParameters[colour]', 'red'],
      ['recurringType', 'INITIAL'],
      amount,
    ]
    expect(meantParameters(sent, 'payments.create', 'legacy')).toEqual(sent)
  })
})
