import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { SeedDatabase } from './seed.ts'

/** Opens a database file for seeding; no gateway may be using it. */
export function openSqliteSeed(file: string): SeedDatabase {
  const database = new Database(file, { fileMustExist: true })
  database.pragma('foreign_keys = ON')
  // Nothing is lost with a crash here: the benchmark would begin anew.
  database.pragma('synchronous = OFF')
  database.pragma('temp_store = MEMORY')
  database.pragma('cache_size = -262144')
  return {
    async run(sql) {
      database.exec(sql)
    },
    async columnsOf(table) {
      return database
        .prepare(`SELECT * FROM ${table}`)
        .columns()
        .map(({ name }) => name)
    },
    hex: (integer, digits) => `printf('%0${digits}x', ${integer})`,
    async settle() {
      database.pragma('synchronous = FULL')
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    async size() {
      return statSync(file).size
    },
    async close() {
      database.close()
    },
  }
}
