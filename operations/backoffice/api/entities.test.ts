import { describe, expect, it, test } from 'vitest'
import { foundInTree, inTreeOrder, type ListedEntity } from './entities.ts'

const entity = (id: string, parentId?: string): ListedEntity => ({
  id,
  name: id,
  kind: 'merchant',
  active: true,
  createdAt: '',
  ...(parentId === undefined ? {} : { parentId }),
})

test('the tree is read from the top, each entity followed by all below it', () => {
  const ordered = inTreeOrder([
    entity('psp', 'above what is shown'),
    entity('one', 'psp'),
    entity('two', 'psp'),
    entity('channel of two', 'two'),
    entity('channel of one', 'one'),
  ])
  expect(ordered.map(({ id, depth }) => [depth, id])).toEqual([
    [0, 'psp'],
    [1, 'one'],
    [2, 'channel of one'],
    [1, 'two'],
    [2, 'channel of two'],
  ])
})

describe('a search in the tree', () => {
  const tree = inTreeOrder([
    entity('psp'),
    entity('Müller', 'psp'),
    entity('Müller Wien', 'Müller'),
    entity('Kite', 'psp'),
    entity('channel of Kite', 'Kite'),
  ])
  const found = (typed: string) => foundInTree(tree, typed).map(({ id }) => id)

  it.each([
    ['kite', ['psp', 'Kite', 'channel of Kite']],
    ['WIEN', ['psp', 'Müller', 'Müller Wien']],
    ['muller w', ['psp', 'Müller', 'Müller Wien']],
    [' of kite ', ['psp', 'Kite', 'channel of Kite']],
    ['nothing', []],
  ])('%s finds what has it in its name, below what it belongs to', (typed, ids) => {
    expect(found(typed)).toEqual(ids)
  })

  it('without a text shows the whole tree', () => {
    expect(foundInTree(tree, ' ')).toEqual(tree)
  })

  it('finds an id', () => {
    const other = inTreeOrder([{ ...entity('8ac7a401'), name: 'Shop' }])
    expect(foundInTree(other, 'A401')).toEqual(other)
  })
})
