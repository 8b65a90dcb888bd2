import { describe, expect, test } from 'vitest'
import { nameInOtherSpelling } from './similar-names.ts'

const known = [
  'entityId',
  'card.number',
  'cart.items[n].name',
  'airline.legs[n].codes[n].text',
  'customParameters[key]',
  'merchant.data[key]',
]

describe('a name in another spelling', () => {
  test.each([
    ['entityID', 'entityId'],
    ['entity_id', 'entityId'],
    ['card[number]', 'card.number'],
    ['cart.items.12.name', 'cart.items[12].name'],
    ['cart[items][3][name]', 'cart.items[3].name'],
    ['airline.legs.1.codes.0.text', 'airline.legs[1].codes[0].text'],
    ['customParameters.foo', 'customParameters[foo]'],
    ['customparameters[foo.bar]', 'customParameters[foo.bar]'],
    ['Merchant.data.x_1', 'merchant.data[x_1]'],
  ])('%s means %s', (sent, meant) => {
    expect(nameInOtherSpelling(sent, known)).toBe(meant)
  })

  test.each([
    'entityI',
    'cart.items.name',
    'cart.items.1000.name',
    'customParameters',
    'merchant.x',
  ])('%s means nothing', (sent) => {
    expect(nameInOtherSpelling(sent, known)).toBeUndefined()
  })
})
