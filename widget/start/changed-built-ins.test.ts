import { expect, it } from 'vitest'
import { changedBuiltIns } from './changed-built-ins.ts'

const own = Object.fromEntries(
  ['Array', 'Promise', 'Object', 'String', 'Map', 'Set', 'JSON'].map((name) => [
    name,
    globalThis[name as 'Array'],
  ]),
)

it('names no function of the platform', () => {
  expect(changedBuiltIns(own)).toBe('')
  expect(changedBuiltIns({})).toBe('')
})

it('names functions that a page has put in their place, up to 300 characters', () => {
  class Changed extends Array {
    static override from() {
      return []
    }
    override map(): never[] {
      throw new Error('changed')
    }
  }
  expect(changedBuiltIns({ ...own, Array: Changed })).toBe(
    ' Array.from Array.prototype.constructor Array.prototype.map',
  )
  const many = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`f${at}`, () => at]))
  expect(changedBuiltIns({ ...own, Map: many })).toHaveLength(300)
})
