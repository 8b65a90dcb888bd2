import type { Database } from 'better-sqlite3'
import { openReader } from './connection.ts'
import { damageSentence } from './file-faults.ts'

/** Findings of one kind that are named; the others repeat what is known by then. */
const MAX_FINDINGS = 100

/**
 * What SQLite's own checks find in a database file: damaged pages, which they number, and indexes, rows
 * that break a constraint, references to rows that are not there. The last line says what to do. Empty
 * when the file is sound. Names tables, no values.
 */
export function findDamage(file: string): string[] {
  try {
    const database = openReader(file)
    try {
      const damage = damagedPages(database)
      return damage.length === 0 ? brokenReferences(database) : [...damage, damageSentence(file)]
    } finally {
      database.close()
    }
  } catch (error) {
    // A file may be damaged so that even the check for damage does not come to its end.
    return [`cannot be checked to its end: ${(error as Error).message}`, damageSentence(file)]
  }
}

function damagedPages(database: Database): string[] {
  const rows = database.pragma(`integrity_check(${MAX_FINDINGS})`) as {
    integrity_check: string
  }[]
  return rows
    .flatMap((row) => row.integrity_check.split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('***'))
}

interface BrokenReference {
  readonly table: string
  readonly parent: string
}

/** One line for each pair of tables: the rule that looks at the rows names them. */
function brokenReferences(database: Database): string[] {
  const broken = database.pragma('foreign_key_check') as BrokenReference[]
  const counts = new Map<string, number>()
  for (const { table, parent } of broken) {
    const pair = `${table} refer to rows of ${parent}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return [...counts].map(([pair, count]) => `${count} rows of ${pair} that are not there`)
}
