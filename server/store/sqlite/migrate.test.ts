import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Migration, migrations } from '../migrations/migrations.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { openWriter } from './connection.ts'
import { migrate } from './migrate.ts'

const newFile = databaseFiles()
const one: Migration = { number: 1, name: 'teas', sql: 'CREATE TABLE tea (name TEXT) STRICT;' }
const two: Migration = { number: 2, name: 'cups', sql: 'CREATE TABLE cup (size TEXT) STRICT;' }

function tablesAfter(file: string, ...runs: (readonly Migration[])[]): string[] {
  const database = openWriter(file)
  try {
    for (const run of runs) migrate(database, run)
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return tables.pluck().all() as string[]
  } finally {
    database.close()
  }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('migrations', () => {
  it('run once each, in their order, on a new and on an older database', () => {
    expect(tablesAfter(newFile(), [one, two])).toEqual(['migration', 'tea', 'cup'])
    expect(tablesAfter(newFile(), [one], [one, two], [one, two])).toEqual([
      'migration',
      'tea',
      'cup',
    ])
  })

  it('refuse a database that is newer than the program', () => {
    const file = newFile()
    tablesAfter(file, [one, two])
    expect(() => tablesAfter(file, [one])).toThrow(
      'The database is newer than this program: it has migration 2 (cups), this program knows 1.',
    )
  })

  it('refuse a database whose migration reads differently', () => {
    const file = newFile()
    tablesAfter(file, [one])
    const edited = { ...one, sql: 'CREATE TABLE tea (name TEXT, grams INTEGER) STRICT;' }
    expect(() => tablesAfter(file, [edited])).toThrow('its checksum differs')
  })

  it('ignore the line ends of a git checkout', () => {
    const file = newFile()
    const lines = { ...one, sql: 'CREATE TABLE tea (\n  name TEXT\n) STRICT;\n' }
    tablesAfter(file, [lines])
    const windows = { ...lines, sql: lines.sql.replaceAll('\n', '\r\n') }
    expect(() => tablesAfter(file, [windows])).not.toThrow()
  })

  it('leave the database as it was when one of them fails', () => {
    const file = newFile()
    const broken = { number: 2, name: 'broken', sql: 'CREATE TABLE cup (size TEXT); NONSENSE;' }
    expect(() => tablesAfter(file, [one, broken])).toThrow('syntax error')
    expect(tablesAfter(file, [one])).toEqual(['migration', 'tea'])
  })

  it('report their progress every few seconds', () => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 1500
      return nowMs
    })
    const said: string[] = []
    const rows = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1024)'
    const sql = `INSERT INTO tea ${rows} SELECT x FROM n WHERE note_row('tea', 1024);
      SELECT note_step('the rest');`
    const database = openWriter(newFile())
    migrate(database, [one], (message) => said.push(message))
    migrate(database, [one, { ...two, sql }], (message) => said.push(message))
    database.close()
    expect(said).toEqual([
      'schema 2 (cups) begins',
      'schema 2 (cups): tea, 512 of 1024 rows',
      'schema 2 (cups): tea, 1024 of 1024 rows',
      'schema 2 (cups): the references of migration are checked',
    ])
  })

  it('are numbered without a gap', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1))
  })
})
