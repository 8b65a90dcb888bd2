import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { recordDone } from '../../cli/audited-command.ts'
import { type Command, type CommandContext, CommandFault, type Words } from '../../cli/command.ts'
import { counted } from '../../cli/counted.ts'
import {
  configOf,
  DATABASE_HELP,
  databaseOption,
  openDatabase,
  withScan,
} from '../../cli/databases.ts'
import type { KeptDatabase } from '../../kernel/settings/config.ts'
import { makeDataDirectory } from '../../kernel/settings/data-directory.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { leaveWalMode, syncFile } from '../../store/sqlite/backup.ts'
import { endOfLinks } from '../../store/sqlite/end-of-links.ts'
import { InUseError } from '../../store/sqlite/open-alone.ts'
import { replaceDatabase, UnreadableError } from '../../store/sqlite/replace-database.ts'
import { filesOfDatabase } from '../database-files.ts'
import { sqlitePath } from './backup.ts'
import type { KeyPlace } from './check/number-key-rules.ts'
import { checkAndReport } from './check/report.ts'

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'puts a backup in the place of the database; the gateway must be stopped',
  usage: 'FILE [--force] [--database ADDRESS]',
  help: [
    'Copies FILE beside the database, brings the copy to the newest schema, checks it as `tillgate',
    'check` does, and only then puts it in the place of the database. The old database is kept beside',
    'it, under its name with the time. Refuses while a gateway has the database open.',
    '',
    'What was paid after the backup is in the kept database and at the acquirer only. The stored cards',
    'need the key of the vault that was in use when the backup was made, and the folder number-keys',
    'beside the database: bring that back first. In a backup older than 30 days some do not open any more.',
    '',
    'SQLite only. PostgreSQL has pg_restore.',
    '',
    '  --force             also when the check finds problems, or the old database cannot be read',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, force: { type: 'boolean' } },
  operands: ['FILE'],

  async run(words, context) {
    const config = configOf(words, context)
    // A link stays one, because the keys of card numbers are beside what it leads to.
    const target = endOfLinks(sqlitePath(config, 'restore with pg_restore'))
    const keyPlace = {
      database: { engine: 'sqlite', path: target },
      config,
      missingIs: 'review',
    } as const
    const backup = resolve(words.operands[0] ?? '')
    if (!existsSync(backup)) throw new CommandFault(1, `there is no backup at ${backup}`)
    if (backup === target) throw new CommandFault(2, `${backup} is the database itself`)
    const force = words.options.force === true
    const draft = `${target}.${process.pid}.restoring`
    try {
      await makeDataDirectory(dirname(target))
      await copyFile(backup, draft)
      await prepare(draft, keyPlace, force, context)
      await record(draft, words, context)
      await putInPlace(draft, target, force, context)
    } finally {
      for (const part of filesOfDatabase(draft)) await rm(part, { force: true })
    }
    context.print(`${target} is ${backup} now`)
    return 0
  },
}

/** Brings a copy of the backup to the newest schema and checks it. */
async function prepare(
  draft: string,
  keyPlace: KeyPlace,
  force: boolean,
  context: CommandContext,
): Promise<void> {
  const problems = await checkedCopy({ engine: 'sqlite', path: draft }, keyPlace, context)
  if (problems === 0 || force) return
  throw new CommandFault(
    1,
    `the backup has ${counted(problems, 'problem')}; --force restores it all the same`,
  )
}

/** Brings a copy of a database to the newest schema and checks it: the number of problems. Rejects where it cannot be opened. */
export async function checkedCopy(
  copy: KeptDatabase,
  keyPlace: KeyPlace,
  context: CommandContext,
): Promise<number> {
  await openDatabase(copy, context).then((store) => store.close())
  return withScan(copy, (scan) => checkAndReport(scan, keyPlace, context))
}

/** In the database that takes the place: the old one is kept as it was. */
async function record(draft: string, words: Words, context: CommandContext): Promise<void> {
  const store = await openDatabase({ engine: 'sqlite', path: draft }, context)
  try {
    await recordDone(store, { words, context })
  } finally {
    await store.close()
  }
}

async function putInPlace(
  draft: string,
  target: string,
  force: boolean,
  { clock, print }: CommandContext,
): Promise<void> {
  leaveWalMode(draft)
  await syncFile(draft)
  const keptAs = `${target}.before-restore-${fileTimestamp(clock.now())}`
  const hadOne = existsSync(target)
  try {
    await replaceDatabase({ database: target, by: draft, keptAs, evenUnreadable: force })
  } catch (error) {
    throw refusalOf(error, target)
  }
  if (hadOne) print(`The old database is kept as ${keptAs}`)
}

function refusalOf(error: unknown, target: string): unknown {
  if (error instanceof InUseError) {
    return new CommandFault(1, `${target} is in use: stop the gateway first`)
  }
  if (error instanceof UnreadableError) {
    return new CommandFault(
      1,
      `${target} cannot be read, so nobody can tell whether a gateway uses it: ` +
        'stop the gateway, then give --force',
    )
  }
  return error
}

/** `20261120-150000`, UTC. */
function fileTimestamp(atMs: number): string {
  return wireTimestamp(atMs).slice(0, 19).replaceAll(/[-:]/g, '').replace(' ', '-')
}
