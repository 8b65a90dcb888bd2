import { describe, expect, test } from 'vitest'
import { legacyReader } from './legacy.ts'
import type { ParameterTable } from './table.ts'
import { tables } from './tables.ts'
import { valueReader } from './value-reader.ts'

const everyRow = Object.values<ParameterTable>(tables).flatMap(({ rows }) => Object.entries(rows))

/** No parameter takes it, and its fault is about its form. */
const WRONG = '\u0001~'

const messageOf = (read: ReturnType<typeof valueReader>, value: string): string => {
  const said = read(value)
  return typeof said === 'string' ? '' : said.message
}

describe('a value of the wrong form', () => {
  test.each(everyRow)('of %s is explained in words, followed by the pattern', (name, row) => {
    for (const read of [valueReader(row.type), legacyReader(name, row.type)]) {
      const message = messageOf(read, WRONG)
      expect(message).toMatch(/^must (?:be|have|not) [a-z0-9A-Z]/)
      if (message.includes('^')) expect(message).toMatch(/^must be [^^]+ \(must match \^.+\$\)/)
    }
  })

  test('of a key is explained in the same way', () => {
    const { key } = tables.customParameters.rows['customParameters[key]']
    if (key === undefined) throw new Error('no key')
    expect(messageOf(valueReader({ kind: 'pattern', ...key }), 'no')).toBe(
      'must be 3 to 64 letters, digits, dots and underscores (must match ^[A-Za-z0-9._]{3,64}$), for example SHOPPER_note',
    )
  })
})
