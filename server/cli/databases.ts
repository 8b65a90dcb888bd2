import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { shownAddress } from '../../common/database-servers.ts'
import {
  type Config,
  type DatabaseSetting,
  type KeptDatabase,
  SETTINGS,
} from '../kernel/settings/config.ts'
import { makeDataDirectory } from '../kernel/settings/data-directory.ts'
import { readConfig } from '../kernel/settings/read-config.ts'
import type { Store } from '../store/port.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { openPostgresScan } from '../store/postgres/scan-postgres.ts'
import type { Scan } from '../store/scan.ts'
import { lostDatabase } from '../store/sqlite/lost-database.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { openSqliteScan, type SqliteScanOptions } from '../store/sqlite/scan-sqlite.ts'
import { type CommandContext, CommandFault, textOption, type Words } from './command.ts'

/** The option by which a command names another database than the settings do. */
export const databaseOption = { database: { type: 'string' } } as const

export const DATABASE_HELP =
  '  --database ADDRESS  another database than TILLGATE_DATABASE_URL names'

/** The settings of the gateway, with the command's `--database` in place of theirs. */
export function configOf(words: Words, { env }: Pick<CommandContext, 'env'>): Config {
  const database = textOption(words, 'database')
  const named = database === undefined ? {} : { [SETTINGS.database.variable]: database }
  const config = readConfig({ ...env, ...named })
  if ('faults' in config) throw new CommandFault(2, config.faults.join('; '))
  return config
}

/** The database that a command is about. */
export function databaseOf(words: Words, context: Pick<CommandContext, 'env'>): KeptDatabase {
  return assertKept(configOf(words, context).database)
}

/** An address as `TILLGATE_DATABASE_URL` takes it. It may hold a password and is not repeated. */
export function databaseAt(address: string, option: string): KeptDatabase {
  const database = SETTINGS.database.read(address)
  if (database === undefined) {
    throw new CommandFault(2, `${option} must be ${SETTINGS.database.expected}`)
  }
  return assertKept(database)
}

function assertKept(database: DatabaseSetting): KeptDatabase {
  if (database.engine !== 'memory') return database
  throw new CommandFault(2, 'memory: is lost when its process ends: name another database')
}

/** The database as messages name it: without its password. */
export function nameOf(database: KeptDatabase): string {
  if (database.engine === 'sqlite') return `sqlite:${database.path}`
  return shownAddress(database.url)
}

/**
 * Opens the store for writing, on this thread or on that of a worker. Makes the database and brings its
 * schema up to date.
 */
export async function openDatabase(
  database: KeptDatabase,
  { env, complain }: Pick<CommandContext, 'env' | 'complain'>,
  worker?: URL,
): Promise<Store> {
  if (database.engine === 'postgres') {
    const { variable, read } = SETTINGS.allowUnsafeCommit
    const allowUnsafeCommit = read(env[variable]?.trim() ?? '') ?? false
    return openPostgresStore({ url: database.url, allowUnsafeCommit, onProgress: complain })
  }
  await makeDataDirectory(dirname(database.path))
  const { variable, read } = SETTINGS.environment
  const lost =
    read(env[variable]?.trim() ?? '') === 'live' ? lostDatabase(database.path) : undefined
  if (lost !== undefined) throw new CommandFault(1, lost)
  return openSqliteStore({
    file: database.path,
    committer: worker === undefined ? { kind: 'inline' } : { kind: 'worker', url: worker },
    onProgress: complain,
  })
}

/** Opens the whole database for reading, whatever its schema. It must be there. */
export async function openScan(
  database: KeptDatabase,
  options: Omit<SqliteScanOptions, 'file'> = {},
): Promise<Scan> {
  if (database.engine === 'postgres') return openPostgresScan(database.url)
  assertFile(database.path)
  return openSqliteScan({ file: database.path, ...options })
}

/** Reads in the whole database, and closes it whatever comes. Rejects as `use` does, and where it cannot be opened. */
export async function withScan<Answer>(
  database: KeptDatabase,
  use: (scan: Scan) => Answer | Promise<Answer>,
  options?: Omit<SqliteScanOptions, 'file'>,
): Promise<Answer> {
  const scan = await openScan(database, options)
  try {
    return await use(scan)
  } finally {
    await scan.close()
  }
}

/** Refuses with what to do when there is no such file. */
export function assertFile(path: string): void {
  if (existsSync(path)) return
  throw new CommandFault(
    1,
    `there is no database at ${path}: set TILLGATE_DATABASE_URL or TILLGATE_DATA_DIR`,
  )
}

/** Refuses a database whose tables are not those that this program knows. */
export async function assertNewestSchema(scan: Scan, database: KeptDatabase): Promise<void> {
  const { applied, known } = await scan.schema()
  if (applied === known) return
  throw new CommandFault(
    1,
    `${nameOf(database)} has schema ${applied}, this program needs ${known}: run tillgate migrate first`,
  )
}
