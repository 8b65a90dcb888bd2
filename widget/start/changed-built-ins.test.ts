import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesUnder } from '../../scripts/prepare/stamp.mjs'
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

it('names what a page has given every object, whatever it is', () => {
  const all = Object.prototype as Record<string, unknown>
  all.settings = { debug: true }
  try {
    expect(changedBuiltIns(own)).toBe(' Object.prototype.settings')
  } finally {
    delete all.settings
  }
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

it('has no code on a page that uses what old libraries answer differently', () => {
  const sources = filesUnder(['widget', 'common'])
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.|widget\/frames\//.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
  expect(sources.length).toBeGreaterThan(200)
  // MooTools and Prototype: `from` has no second argument, `entries` answers the elements.
  const using = sources.filter(([, text]) => /\bArray\.from\(|\.entries\(\)/.test(text))
  expect(using.map(([path]) => path)).toEqual([])
})
