import { describe, expect, it } from 'vitest'
import { wavesOf } from './waves.ts'

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
  it('hold sets together that write different rows', () => {
    expect(namesOf('a: x', 'b: y', 'c: z', 'd: ')).toEqual(['abcd'])
  })

  it('put off a set that writes a row of an earlier one, and bring nobody else out of line', () => {
    expect(namesOf('a: x', 'b: x', 'c: y', 'd: x, y', 'e: z')).toEqual(['ace', 'b', 'd'])
  })

  it('let a set find the row that it refers to', () => {
    expect(namesOf('a: x', 'b: y > x', 'c: z > y')).toEqual(['a', 'b', 'c'])
  })

  it('do not let a row appear to somebody who came before it', () => {
    expect(namesOf('a: w > x', 'b: x')).toEqual(['a', 'b'])
  })

  it('hold together what only refers to the same row', () => {
    expect(namesOf('a: x > key', 'b: y > key', 'c: z > key')).toEqual(['abc'])
  })

  it('hold together what only adds to the same row, in the order of the batch', () => {
    expect(namesOf('a: + q', 'b: + q', 'c: + r, q')).toEqual(['abc'])
    expect(namesOf('a: r', 'b: + r, q', 'c: + q', 'd: + q', 'e: + s')).toEqual(['ae', 'bcd'])
  })

  it('keep what writes a row from what adds to it', () => {
    expect(namesOf('a: + q', 'b: q', 'c: + q', 'd: > q')).toEqual(['a', 'b', 'cd'])
  })

  it('mind a row that a set both writes and refers to once', () => {
    expect(namesOf('a: x > x', 'b: x > x')).toEqual(['a', 'b'])
  })
})
