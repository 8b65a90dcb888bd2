import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { postgresMigrations } from '../../store/postgres/migrations/migrations.ts'
import type { TestPostgres } from '../../store/testing/postgres.ts'

/**
 * Databases as released versions made them, filled by `fillStore`: for SQLite the file itself, for
 * PostgreSQL the rows of each table, because the tables are those of its migrations, which are frozen.
 */
const FOLDER = new URL('./', import.meta.url)

/** The vault's key of all of them, which opens no real card. */
export const RELEASED_KEY = Buffer.alloc(32, 'key of the released databases')

export const RELEASES: readonly string[] = readdirSync(FOLDER)
  .map((name) => /^(.+)\.sqlite\.gz$/.exec(name)?.[1])
  .filter((version) => version !== undefined)

const fileOf = (version: string, engine: 'sqlite' | 'postgres') =>
  new URL(`${version}.${engine}.gz`, FOLDER)

/** Writes the database of a version to a new file. */
export function unpackSqlite(version: string, file: string): void {
  writeFileSync(file, gunzipSync(readFileSync(fileOf(version, 'sqlite'))))
}

/** Fills an empty PostgreSQL database as the version left it. */
export async function loadPostgres(
  version: string,
  { run }: TestPostgres,
  url: string,
): Promise<void> {
  const lines = gunzipSync(readFileSync(fileOf(version, 'postgres')))
    .toString()
    .split('\n')
  const migrationCount = Number(lines.shift())
  const schema = postgresMigrations.slice(0, migrationCount).map(({ sql }) => sql)
  await run([MIGRATION_TABLE, ...schema].join(';\n'), url)
  const inserts = lines.map((line) => {
    const [table, rows = ''] = line.split('\t')
    return `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE
      SELECT * FROM json_populate_recordset(NULL::${table}, '${rows.replaceAll("'", "''")}');`
  })
  // Neither foreign keys nor triggers have a say: rows come table by table.
  await run(
    ['SET session_replication_role = replica', ...inserts, ...NEXT_NUMBERS].join(';\n'),
    url,
  )
}

/** Keeps a filled SQLite database for later versions. */
export function keepSqlite(version: string, file: string): void {
  const database = new Database(file)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.pragma('journal_mode = DELETE')
  database.exec('VACUUM')
  database.close()
  writeFileSync(fileOf(version, 'sqlite'), gzipSync(readFileSync(file), { level: 9 }))
}

/** Keeps a filled PostgreSQL database for later versions. */
export async function keepPostgres(
  version: string,
  { run }: TestPostgres,
  url: string,
): Promise<void> {
  const tables = await run(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
     AND relkind = 'r' AND relpersistence = 'p' ORDER BY name`,
    url,
  )
  const lines = [String(postgresMigrations.length)]
  for (const { name } of tables) {
    const [row] = await run(`SELECT json_agg(t)::text AS rows FROM ${name} t`, url)
    if (row?.rows) lines.push(`${name}\t${String(row.rows).replaceAll('\n', '')}`)
  }
  writeFileSync(fileOf(version, 'postgres'), gzipSync(lines.join('\n'), { level: 9 }))
}

/** As the first version made it before any migration. */
const MIGRATION_TABLE = `
  CREATE TABLE migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at_ms BIGINT NOT NULL
  )`

const NEXT_NUMBERS = ['posting', 'sighting'].map(
  (table) =>
    `SELECT setval(pg_get_serial_sequence('${table}', 'number'),
       (SELECT max(number) FROM ${table}))`,
)
