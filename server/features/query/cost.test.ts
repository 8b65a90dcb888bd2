import { expect, it } from 'vitest'
import { costOf } from './long-reads.ts'

it.each([
  [0, 0, 1],
  [999, 4, 1],
  [1_000, 5, 3],
  [50_000, 500, 151],
])('a query that looks at %s and answers %s counts as %s', (rowsRead, answered, cost) => {
  expect(costOf({ rowsRead, answered })).toBe(cost)
})
