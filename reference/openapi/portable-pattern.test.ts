import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainLine } from '../../common/hidden-characters.ts'
import type { ParameterTable } from '../../server/parameters/table.ts'
import { tables } from '../../server/parameters/tables.ts'
import { portablePattern } from './portable-pattern.ts'

describe('a portable pattern', () => {
  it.each([
    [/^(?:0[1-9]|1[0-2])$/, '^(0[1-9]|1[0-2])$'],
    [/^[\p{L}\p{M}\p{N}.]{1,50}$/u, '^[.0-9A-Za-z\\u0080-\\uffff]{1,50}$'],
    [/^\p{Lu}+$/u, '^[A-Z]+$'],
    [/^(?=.{3,128}$)[^\s@\p{Cc}]+$/u, '^[^\\x00- @\\x7f]+$'],
    [plainLine(1, 100), '^[^\\x00-\\x1f\\x7f]{1,100}$'],
  ])('of %s is %s', (pattern, portable) => {
    expect(portablePattern(pattern)).toBe(portable)
  })

  it('takes with and without the flag u what the tables take', () => {
    const patterns = Object.values(tables).flatMap(({ rows }: ParameterTable) =>
      Object.values(rows).flatMap(({ type }) => (type.kind === 'pattern' ? [type.pattern] : [])),
    )
    for (const pattern of new Set(patterns)) {
      const shape = portablePattern(pattern)
      const readers = [new RegExp(shape), new RegExp(shape, 'u')]
      fc.assert(
        fc.property(fc.stringMatching(withoutAnchored(pattern)), (text) => {
          // What is beyond the basic plane counts twice without the flag.
          if (pattern.test(text) && !/[\u{10000}-\u{10ffff}]/u.test(text)) {
            for (const reader of readers) expect([text, reader.test(text)]).toEqual([text, true])
          }
        }),
        { numRuns: 20 },
      )
    }
  })
})

/** The generator of texts knows no look-aheads, and no properties of Unicode. */
function withoutAnchored(pattern: RegExp): RegExp {
  return new RegExp(portablePattern(pattern))
}
