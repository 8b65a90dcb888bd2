import { recordDone } from '../../cli/audited-command.ts'
import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../cli/command.ts'
import {
  assertNewestSchema,
  configOf,
  databaseAt,
  nameOf,
  openDatabase,
  openScan,
  withScan,
} from '../../cli/databases.ts'
import { foundNumberKeys, ownPlaceOf } from '../../cli/number-keys.ts'
import type { KeptDatabase } from '../../kernel/settings/config.ts'
import type { KeptNumberKey } from '../../store/port.ts'
import { countGateways } from '../../store/postgres/scan-postgres.ts'
import { SCAN_TABLES, type Scan } from '../../store/scan.ts'
import { InUseError } from '../../store/sqlite/open-alone.ts'
import { copyTables, digestTables } from './copy/copy-tables.ts'
import type { TableDigest } from './copy/digest.ts'

export const copyCommand: Command = {
  name: 'copy',
  summary: 'copies all data into another, empty database; the gateway must be stopped',
  usage: '--from ADDRESS --to ADDRESS',
  help: [
    'Copies every row and then reads both databases whole: counts, sums of the ledger and a SHA-256',
    'over all rows must be equal. Any engine to any other; the target is made, or must be empty.',
    '',
    'Stop every gateway of both databases first: it refuses where it sees one. When it ends early,',
    'empty the target and begin again. The key of the vault stays the same; the keys of card numbers are',
    'copied, on PostgreSQL from and to the data directory as well.',
    '',
    '  --from ADDRESS      sqlite:<path> or postgres://…',
    '  --to ADDRESS        sqlite:<path> or postgres://…',
  ],
  options: { from: { type: 'string' }, to: { type: 'string' } },
  operands: [],

  async run(words, context) {
    const from = databaseOfOption(words, 'from')
    const to = databaseOfOption(words, 'to')
    if (nameOf(from) === nameOf(to)) throw new CommandFault(2, '--from and --to are the same')
    const source = await openSource(from)
    try {
      await assertNewestSchema(source, from)
      const { dataDir } = configOf(words, context)
      const keys = await foundNumberKeys(from, source, dataDir)
      const read = await fillTarget(source, to, { keys, dataDir, context })
      const outcome = await compare(read, to, context)
      if (outcome === 0) await record(to, words, context)
      return outcome
    } finally {
      await source.close()
    }
  },
}

/** In the target, once it has been found to be equal. */
async function record(to: KeptDatabase, words: Words, context: CommandContext): Promise<void> {
  const store = await openDatabase(to, context)
  try {
    await recordDone(store, { words, context })
  } finally {
    await store.close()
  }
}

function databaseOfOption(words: Words, option: 'from' | 'to'): KeptDatabase {
  const address = textOption(words, option)
  if (address === undefined) throw new CommandFault(2, `--${option} is missing: see --help`)
  return databaseAt(address, `--${option}`)
}

/** Opens the source so that no payment can be made during the copy. */
async function openSource(from: KeptDatabase): Promise<Scan> {
  const inUse = new CommandFault(1, `${nameOf(from)} is in use: stop the gateway first`)
  try {
    const scan = await openScan(from, { alone: true })
    if (from.engine !== 'postgres' || (await countGateways(scan)) === 0) return scan
    await scan.close()
  } catch (error) {
    if (!(error instanceof InUseError)) throw error
  }
  throw inUse
}

interface Filling {
  readonly keys: readonly KeptNumberKey[]
  readonly dataDir: string
  readonly context: CommandContext
}

/** Rows last: there is no card number without its key. */
async function fillTarget(
  source: Scan,
  to: KeptDatabase,
  { keys, dataDir, context }: Filling,
): Promise<readonly TableDigest[]> {
  const store = await openDatabase(to, context)
  try {
    await withScan(to, (scan) => assertEmpty(scan, to))
    const places = [ownPlaceOf(to, dataDir), store.numberKeys]
    for (const key of keys) for (const place of places) await place.add(key)
    return await copyTables(source, store)
  } finally {
    await store.close()
  }
}

async function assertEmpty(scan: Scan, to: KeptDatabase): Promise<void> {
  for (const table of SCAN_TABLES) {
    const [row] = await scan.page(table, undefined, 1)
    if (row === undefined) continue
    throw new CommandFault(1, `${nameOf(to)} is not empty: it has rows in ${table.name}`)
  }
}

/** Reads the target back, prints both sides table by table, and says whether they are equal. */
async function compare(
  read: readonly TableDigest[],
  to: KeptDatabase,
  { print, complain }: CommandContext,
): Promise<0 | 1> {
  const written = await withScan(to, digestTables)
  let differences = 0
  for (const [at, { name }] of SCAN_TABLES.entries()) {
    const [source, target] = [describe(read[at]), describe(written[at])]
    if (source !== target) differences += 1
    print(`${name.padEnd(14)} ${source}${source === target ? '  equal' : `  DIFFERS: ${target}`}`)
  }
  if (differences === 0) return 0
  complain(`tillgate copy: ${differences} tables differ: do not use the target`)
  return 1
}

function describe(digest: TableDigest | undefined): string {
  if (digest === undefined) return 'not read'
  const { rows, hash, sums } = digest
  return [`${String(rows).padStart(9)} rows`, `sha256 ${hash}`, ...sums].join('  ')
}
