import { expect, test } from 'vitest'
import { inTreeOrder, type ListedEntity } from './entities.ts'

test('the tree is read from the top, each entity followed by all below it', () => {
  const entity = (id: string, parentId?: string): ListedEntity => ({
    id,
    name: id,
    kind: 'merchant',
    active: true,
    createdAt: '',
    ...(parentId === undefined ? {} : { parentId }),
  })
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
