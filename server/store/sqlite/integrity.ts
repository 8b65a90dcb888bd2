import { openReader } from './connection.ts'

/** Findings of one kind that are named; the others repeat what is known by then. */
const MOST_FINDINGS = 100

/**
 * What SQLite's own checks find in a database file: damaged pages and indexes, rows that break a
 * constraint, references to rows that are not there. Empty when it is sound. Names tables, no values.
 */
export function findDamage(file: string): string[] {
  const database = openReader(file)
  try {
    const rows = database.pragma(`integrity_check(${MOST_FINDINGS})`) as {
      integrity_check: string
    }[]
    const damage = rows
      .flatMap((row) => row.integrity_check.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
    return [
      ...damage,
      ...brokenReferences(database.pragma('foreign_key_check') as BrokenReference[]),
    ]
  } finally {
    database.close()
  }
}

interface BrokenReference {
  readonly table: string
  readonly parent: string
}

/** One line for each pair of tables: the rule that looks at the rows names them. */
function brokenReferences(broken: readonly BrokenReference[]): string[] {
  const counts = new Map<string, number>()
  for (const { table, parent } of broken) {
    const pair = `${table} refer to rows of ${parent}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return [...counts].map(([pair, count]) => `${count} rows of ${pair} that are not there`)
}
