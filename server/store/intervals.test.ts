import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TABLES } from './tables/tables.ts'

/** Times of the past, and when a person is told or asked. */
const NO_ENDS = ['lastSeenAtMs', 'endedAtMs', 'expiredAtMs']

describe('the table of ends of time', () => {
  it('names every column that holds an end, and whether it is inclusive', () => {
    const page = readFileSync(new URL('../../docs/intervals.md', import.meta.url), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.includes('---'))
    const columns = Object.values(TABLES).flatMap(({ columns }) => Object.keys(columns))
    const ends = new Set(
      columns.filter((name) => /(?:until|expire|ends?|by)[A-Za-z]*Ms$/i.test(name)),
    )
    expect(ends).toContain('endsAtMs')
    for (const end of [...ends].filter((name) => !NO_ENDS.includes(name)))
      expect([end, rows.filter((row) => row.includes(`\`${end}\``)).length]).not.toEqual([end, 0])
    for (const row of rows.slice(1)) expect(row).toMatch(/\| (?:inclusive|exclusive)\b/)
  })
})
