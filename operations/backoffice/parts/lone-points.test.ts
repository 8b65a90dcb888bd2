import { expect, it } from 'vitest'
import { lonePoints } from './lone-points.ts'

it.each([
  [[0.5], [0]],
  [
    [0.5, null, 0.7, 0.8, null, 0],
    [0, 5],
  ],
  [[null, 0.5, 0.6], []],
  [[null, null], []],
  [[], []],
])('of %j the values without a neighbour are those at %j', (values, expected) => {
  expect(lonePoints(values)).toEqual(expected)
})
