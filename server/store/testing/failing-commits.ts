import Database from 'better-sqlite3'

/**
 * Makes SQLite itself refuse every COMMIT that inserts into one of the tables or changes a row of it,
 * as a full disk does: each leaves a reference open that is only checked then. The answer takes that
 * back.
 */
export function makeCommitsFail(file: string, tables: readonly string[]): () => void {
  const moments = tables.flatMap((table) =>
    (['INSERT', 'UPDATE'] as const).map((act) => ({ name: `borrow_${table}_${act}`, act, table })),
  )
  run(
    file,
    'CREATE TABLE debt (creditor TEXT REFERENCES entity (id) DEFERRABLE INITIALLY DEFERRED)',
  )
  for (const { name, act, table } of moments) {
    run(
      file,
      `CREATE TRIGGER ${name} AFTER ${act} ON ${table} BEGIN INSERT INTO debt VALUES ('nobody'); END`,
    )
  }
  return () => {
    for (const { name } of moments) run(file, `DROP TRIGGER ${name}`)
  }
}

function run(file: string, sql: string): void {
  const database = new Database(file)
  database.exec(sql)
  database.close()
}
