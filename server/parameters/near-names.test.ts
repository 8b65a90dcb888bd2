import { describe, expect, test } from 'vitest'
import { closestName } from './similar-names.ts'

const known = ['entityId', 'amount', 'card.number', 'card.cvv', 'cart.items[n].name', 'taxAmount']

describe('the suggested name', () => {
  test.each([
    ['entityid', 'entityId'],
    ['entity_id', 'entityId'],
    ['entytId', 'entityId'],
    ['card.nubmer', 'card.number'],
    ['cart.items[12].names', 'cart.items[12].name'],
    ['cart.item[3].name', 'cart.items[3].name'],
    ['amounts', 'amount'],
    ['taxAmuont', 'taxAmount'],
  ])('of %s is %s', (sent, meant) => {
    expect(closestName(sent, known)).toBe(meant)
  })

  test.each(['colour', 'cvv', '', 'x'.repeat(5000), '[0]'.repeat(50), 'amnt2x'])(
    'of %s is unknown',
    (sent) => {
      expect(closestName(sent, known)).toBeUndefined()
    },
  )
})
