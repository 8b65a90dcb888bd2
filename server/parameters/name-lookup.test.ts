import { expect, test } from 'vitest'
import { NameLookup } from './name-lookup.ts'
import { nameTree } from './name-tree.ts'

const tree = nameTree(
  [
    'amount',
    'cart.items[n].name',
    'cart.items[n].price',
    'cart.items[n].recipient.city',
    'airline.agentName',
    'airline.passengers[n].name',
    'airline.passengers[n].legs[n].fare',
    'customParameters[key]',
    'threeDSecure.schemeData[CB-USECASE]',
  ].map((name) => [name, { name }]),
)

/** What is found of names that are looked up one after the other. */
function findAll(names: readonly string[]): unknown[] {
  const lookup = new NameLookup(tree)
  return names.map((name) => {
    const found = lookup.find(name)
    if (typeof found !== 'object') return found
    return lookup.repeated ? `${found.name} again` : found.name
  })
}

test('names are found in any order of items and their parameters', () => {
  const sent = [
    'cart.items[0].name',
    'cart.items[0].price',
    'cart.items[1].name',
    'cart.items[1].price',
    'cart.items[10].price',
    'cart.items[10].recipient.city',
    'cart.items[10].name',
    'amount',
    'cart.items[2].name',
    'airline.passengers[0].legs[0].fare',
    'airline.passengers[0].name',
    'airline.passengers[0].legs[1].fare',
    'airline.passengers[1].legs[0].fare',
    'airline.agentName',
    'customParameters[a.b]',
    'threeDSecure.schemeData[CB-USECASE]',
  ]
  expect(findAll(sent)).toEqual(
    sent.map((name) => name.replace(/\[[0-9]+\]/g, '[n]').replace('[a.b]', '[key]')),
  )
})

test('a parameter of an item is repeated when the same item has it already', () => {
  expect(
    findAll([
      'cart.items[0].name',
      'cart.items[1].name',
      'cart.items[0].name',
      'cart.items[1].price',
      'cart.items[1].name',
      'airline.passengers[0].legs[0].fare',
      'airline.passengers[1].legs[0].fare',
      'airline.passengers[0].legs[0].fare',
    ]),
  ).toEqual([
    'cart.items[n].name',
    'cart.items[n].name',
    'cart.items[n].name again',
    'cart.items[n].price',
    'cart.items[n].name again',
    'airline.passengers[n].legs[n].fare',
    'airline.passengers[n].legs[n].fare',
    'airline.passengers[n].legs[n].fare again',
  ])
})

test('a name that only resembles the next one is not found', () => {
  const begun = ['cart.items[0].name', 'cart.items[0].price', 'cart.items[1].name']
  for (const name of [
    'cart.items[1]xprice',
    'cart.items[1].pricex',
    'xcart.items[1].price',
    'cart.items[1]price',
    'cart.items[1]..price',
    'cart.items[1]',
    'cart.items[1',
    'cart.items.price',
  ]) {
    expect(findAll([...begun, name]).at(-1)).toBeUndefined()
  }
})

test('an invalid index is reported at any position', () => {
  for (const name of [
    'cart.items[01].name',
    'cart.items[1000].name',
    'airline.passengers[x].legs[0].fare',
    'airline.passengers[0].legs[-1].fare',
  ]) {
    expect(findAll([name])).toEqual([expect.stringContaining('has an index that is not')])
  }
  expect(findAll(['cart.items[x].colour'])).toEqual([undefined])
})

test('indices of found names are noted, and no others', () => {
  const lookup = new NameLookup(tree)
  for (const name of [
    'airline.passengers[0].legs[2].fare',
    'cart.items[1].colour',
    'cart.items[0].name',
  ]) {
    lookup.find(name)
  }
  expect(lookup.indices.gaps()).toEqual([
    { list: 'airline.passengers[0].legs', missing: 0, last: 2 },
  ])
})
