import { describe, expect, it } from 'vitest'
import { wavesOf } from './wave-writer.ts'

interface Named {
  readonly name: string
  readonly changed: ReadonlySet<string>
  readonly referred: ReadonlySet<string>
  readonly added: ReadonlySet<string>
}

/** `a: x, y > z + q`: the set a writes x and y, refers to z and adds to q. */
function set(description: string): Named {
  const [name = '', rows = ''] = description.split(': ')
  const [touched = '', added = ''] = rows.split('+ ')
  const [changed = '', referred = ''] = touched.split('> ')
  const keysOf = (keys: string) => new Set(keys.split(/, | /).filter((key) => key !== ''))
  return { name, changed: keysOf(changed), referred: keysOf(referred), added: keysOf(added) }
}

function namesOf(...sets: string[]): string[] {
  return wavesOf(sets.map(set)).map((wave) => wave.map(({ name }) => name).join(''))
}

describe('waves', () => {
  it('combine sets that write different rows', () => {
    expect(namesOf('a: x', 'b: y', 'c: z', 'd: ')).toEqual(['abcd'])
  })

  it('delay a set that writes a row of an earlier one, and keep the order of the others', () => {
    expect(namesOf('a: x', 'b: x', 'c: y', 'd: x, y', 'e: z')).toEqual(['ace', 'b', 'd'])
  })

  it('run a set after the row that it refers to', () => {
    expect(namesOf('a: x', 'b: y > x', 'c: z > y')).toEqual(['a', 'b', 'c'])
  })

  it('do not show a row to a set that came before it', () => {
    expect(namesOf('a: w > x', 'b: x')).toEqual(['a', 'b'])
  })

  it('combine sets that only refer to the same row', () => {
    expect(namesOf('a: x > key', 'b: y > key', 'c: z > key')).toEqual(['abc'])
  })

  it('combine sets that only add to the same row, in the order of the batch', () => {
    expect(namesOf('a: + q', 'b: + q', 'c: + r, q')).toEqual(['abc'])
    expect(namesOf('a: r', 'b: + r, q', 'c: + q', 'd: + q', 'e: + s')).toEqual(['ae', 'bcd'])
  })

  it('separate a set that writes a row from one that adds to it', () => {
    expect(namesOf('a: + q', 'b: q', 'c: + q', 'd: > q')).toEqual(['a', 'b', 'cd'])
  })

  it('count a row once that a set both writes and refers to', () => {
    expect(namesOf('a: x > x', 'b: x > x')).toEqual(['a', 'b'])
  })
})
