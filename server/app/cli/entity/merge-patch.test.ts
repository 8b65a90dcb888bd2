import { describe, expect, it } from 'vitest'
import { mergePatch } from './set.ts'

describe('a merge patch', () => {
  it.each([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
    [{ a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{}, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
    [{ a: 1 }, [2], [2]],
    [{ a: 1 }, {}, { a: 1 }],
  ])('turns %j with %j into %j', (target, patch, merged) => {
    expect(mergePatch(target, patch)).toEqual(merged)
  })

  it('never changes a prototype', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__": {"a": 1}}'))
    expect(Object.keys(merged as object)).toEqual(['__proto__'])
  })
})
