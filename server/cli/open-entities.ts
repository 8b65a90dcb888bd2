import { existsSync } from 'node:fs'
import { plainLine } from '../../common/hidden-characters.ts'
import type { KeptDatabase } from '../kernel/settings/config.ts'
import type { EntityRow, Store } from '../store/port.ts'
import { audited } from './audited-command.ts'
import { type CommandContext, CommandFault, textOption, type Words } from './command.ts'
import { assertNewestSchema, databaseOf, openDatabase, withScan } from './databases.ts'

/** How a command opens its database. */
export interface OpenOptions {
  /** Makes the database when there is none yet; otherwise it must be there, in the newest schema. */
  readonly mayMake?: boolean
  /** SQLite writes on a thread of its own: for a command that works while it is written. */
  readonly writesMuch?: boolean
}

/**
 * Works on the store of a command's database, beside the gateways that have it open. The schema is
 * never brought up to date here: a gateway of an earlier version may run on it.
 */
export async function withStore<const Result>(
  words: Words,
  context: CommandContext,
  work: (store: Store) => Promise<Result>,
  { mayMake = false, writesMuch = false }: OpenOptions = {},
): Promise<Result> {
  const database = databaseOf(words, context)
  try {
    if (!(mayMake && (await isNew(database)))) await assertReady(database)
    const worker = writesMuch ? context.commitWorker : undefined
    const store = await openDatabase(database, context, worker)
    try {
      return await audited(store, { words, context }, work)
    } finally {
      await store.close()
    }
  } catch (error) {
    throw isBusy(error) ? busy(error) : error
  }
}

async function assertReady(database: KeptDatabase): Promise<void> {
  await withScan(database, (scan) => assertNewestSchema(scan, database))
}

async function isNew(database: KeptDatabase): Promise<boolean> {
  if (database.engine === 'sqlite') return !existsSync(database.path)
  return withScan(database, async (scan) => (await scan.schema()).applied === 0)
}

/** SQLite lets one process write at a time; the others wait five seconds for it. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message.includes('database is locked')
}

function busy(cause: unknown): CommandFault {
  return new CommandFault(1, 'the database was busy for five seconds: try again', { cause })
}

/** The entity of an id; ends the command when there is none. */
export async function entityOf(store: Store, id: string): Promise<EntityRow> {
  const entity = await store.read.entity(id)
  if (entity !== undefined) return entity
  throw new CommandFault(1, `there is no entity ${JSON.stringify(id)}: see tillgate entity list`)
}

/** The value of an option that the command cannot do without. */
export function requiredOption(words: Words, name: string): string {
  const value = textOption(words, name)
  if (value !== undefined) return value
  throw new CommandFault(2, `--${name} is missing: see --help`)
}

const MAX_NAME_LENGTH = 100

/** A name or label: 1 to 100 characters on one line. */
export function readName(text: string, option: string): string {
  const name = text.trim()
  if (plainLine(1, MAX_NAME_LENGTH).test(name)) return name
  throw new CommandFault(
    2,
    `--${option} must be 1 to ${MAX_NAME_LENGTH} characters on one line, none of them hidden`,
  )
}
