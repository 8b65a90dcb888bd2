/** A value of a row, and where it stands. */
export interface Cell {
  readonly place: string
  readonly bytes: Uint8Array
}

/** Every value of every row of a database file that may hold digits, one after the other. Rejects where it is none. */
export async function* cellsOfSqlite(file: string): AsyncGenerator<Cell> {
  // Where the library is missing, the bytes of the file are looked at all the same.
  const { openReader } = await import('../../../store/sqlite/connection.ts')
  const database = openReader(file)
  try {
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
      )
      .pluck()
      .all() as string[]
    for (const table of tables) {
      const name = `"${table.replaceAll('"', '""')}"`
      const rows = database.prepare(`SELECT * FROM ${name}`).safeIntegers()
      let row = 0
      for (const values of rows.iterate() as IterableIterator<Record<string, unknown>>) {
        row += 1
        for (const [column, value] of Object.entries(values)) {
          const bytes = bytesOf(value)
          if (bytes !== undefined) yield { place: `${table}.${column}, row ${row}`, bytes }
        }
      }
    }
  } finally {
    database.close()
  }
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value === 'string') return Buffer.from(value)
  if (typeof value === 'bigint') return Buffer.from(String(value))
  return value instanceof Uint8Array ? value : undefined
}
