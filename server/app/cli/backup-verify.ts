import { statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, type CommandContext, CommandFault } from '../../cli/command.ts'
import { counted } from '../../cli/counted.ts'
import {
  assertNewestSchema,
  configOf,
  DATABASE_HELP,
  databaseAt,
  databaseOf,
  databaseOption,
  nameOf,
  withScan,
} from '../../cli/databases.ts'
import { isObjectId, timeOfObjectId } from '../../kernel/ids.ts'
import type { KeptDatabase } from '../../kernel/settings/config.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { filesOfDatabase } from '../database-files.ts'
import { noteVerifiedBackup } from '../verified-backup.ts'
import { checkedCopy } from './restore.ts'

export const verifyBackupCommand: Command = {
  name: 'backup verify',
  summary: 'shows that a backup can be restored, and notes it for doctor',
  usage: 'BACKUP [--database ADDRESS]',
  help: [
    'BACKUP is a file of `tillgate backup`, which is copied beside itself for this and stays as it is, or',
    'the address of another PostgreSQL database that a dump or base backup was restored to, which is',
    'brought to the newest schema. Either is checked as `tillgate check` does, with the key of the vault',
    'and the keys of card numbers of this installation, and compared with the database: its newest',
    'payment must be there. Says how many payments are newer. The database itself is only read.',
    'Without the key of the vault it fails: nobody knows then whether a card of it opens.',
    '',
    'A check that passes is noted beside the database, or in the data directory; `tillgate doctor` warns',
    'where the last one is older than 90 days.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: ['BACKUP'],

  async run(words, context) {
    const config = configOf(words, context)
    const database = databaseOf(words, context)
    const [named = ''] = words.operands
    const copy = await copyOf(named, database)
    const keyPlace = { database, config, missingIs: 'review', mustOpen: true } as const
    try {
      const problems = await checkedCopy(copy.database, keyPlace, context)
      if (problems > 0) throw new CommandFault(1, `the backup has ${counted(problems, 'problem')}`)
      const newestMs = await compare(copy.database, database, context)
      await noteVerifiedBackup(config, { verifiedAtMs: context.clock.now(), newestMs })
    } finally {
      await copy.remove()
    }
    context.print('The backup can be restored')
    return 0
  },
}

interface Copy {
  readonly database: KeptDatabase
  remove(): Promise<void>
}

async function copyOf(named: string, database: KeptDatabase): Promise<Copy> {
  if (/^postgres(ql)?:/.test(named)) {
    const copy = databaseAt(named, 'BACKUP')
    if (nameOf(copy) === nameOf(database)) throw isTheDatabase(nameOf(copy))
    await assertOther(copy, database)
    return { database: copy, remove: async () => undefined }
  }
  const file = resolve(named)
  if (fileAt(file) === undefined) throw new CommandFault(1, `there is no backup at ${file}`)
  if (database.engine === 'sqlite' && isSameFile(file, database.path)) throw isTheDatabase(file)
  assertWhole(file)
  const path = `${file}.${process.pid}.verifying`
  await copyFile(file, path)
  return {
    database: { engine: 'sqlite', path },
    async remove() {
      for (const part of filesOfDatabase(path)) await rm(part, { force: true })
    },
  }
}

/** One database has more than one address, by other names of its server or other users. */
async function assertOther(copy: KeptDatabase, database: KeptDatabase): Promise<void> {
  if (database.engine !== 'postgres') return
  const [one, two] = [await placeOf(copy), await placeOf(database)]
  if (one === two) throw isTheDatabase(nameOf(copy))
}

/** No two servers have started in one microsecond. */
function placeOf(database: KeptDatabase): Promise<string> {
  return withScan(database, async (scan) => {
    const [row] = await scan.select(`
      SELECT CAST(EXTRACT(EPOCH FROM pg_postmaster_start_time()) AS TEXT) AS started,
        CAST(current_database() AS TEXT) AS name`)
    return `${row?.started} ${row?.name}`
  })
}

const fileAt = (path: string) => statSync(path, { throwIfNoEntry: false, bigint: true })

/** Also by a link. */
function isSameFile(path: string, other: string): boolean {
  const [one, two] = [fileAt(path), fileAt(other)]
  return one !== undefined && one.dev === two?.dev && one.ino === two.ino
}

/** What stands in a write-ahead log beside a file would be missing from a copy of the file. */
function assertWhole(file: string): void {
  if ((fileAt(`${file}-wal`)?.size ?? 0n) === 0n) return
  throw new CommandFault(
    1,
    `${file} has a write-ahead log beside it, so it is a database in use or a copy of its files: verify a file of tillgate backup`,
  )
}

function isTheDatabase(named: string): CommandFault {
  return new CommandFault(2, `${named} is the database itself`)
}

/** The time of the newest payment in the copy, in milliseconds; `null` where it has none. */
async function compare(
  copy: KeptDatabase,
  database: KeptDatabase,
  { print }: Pick<CommandContext, 'print'>,
): Promise<number | null> {
  const newest = await withScan(copy, async (scan) => {
    const [row] = await scan.select('SELECT max(id) AS id FROM payment')
    return typeof row?.id === 'string' ? row.id : null
  })
  if (newest === null) {
    print('The backup has no payments')
    return null
  }
  // The file may be anybody's, and the id is a part of a statement for the database.
  if (!isObjectId(newest)) {
    throw new CommandFault(
      1,
      'the newest payment of the backup has as its id what is no id: somebody has changed the file',
    )
  }
  const [there, newer] = await withScan(database, async (scan) => {
    await assertNewestSchema(scan, database)
    const [row] = await scan.select(`
      SELECT sum(CASE WHEN id = '${newest}' THEN 1 ELSE 0 END) AS there,
        sum(CASE WHEN id > '${newest}' THEN 1 ELSE 0 END) AS newer
      FROM payment WHERE id >= '${newest}'`)
    return [Number(row?.there ?? 0), Number(row?.newer ?? 0)] as const
  })
  if (there === 0) {
    throw new CommandFault(
      1,
      `the newest payment of the backup, ${newest}, is not in ${nameOf(database)}: it is a backup of another database, or this one was restored since`,
    )
  }
  const newestMs = timeOfObjectId(newest)
  print(
    `Its newest payment is of ${wireTimestamp(newestMs)}; ${counted(newer, 'payment')} came after it`,
  )
  return newestMs
}
