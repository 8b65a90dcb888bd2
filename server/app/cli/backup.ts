import { existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Command, type CommandContext, CommandFault } from '../../cli/command.ts'
import { assertFile, configOf, DATABASE_HELP, databaseOption } from '../../cli/databases.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { numberKeyFolder } from '../../store/number-key-folder.ts'
import { copyDatabase, syncFile } from '../../store/sqlite/backup.ts'
import { noteBackup } from '../../store/sqlite/backup-note.ts'
import { findDamage } from '../../store/sqlite/integrity.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'copies the database into a file while the gateway runs',
  usage: 'FILE [--force] [--database ADDRESS]',
  help: [
    'The copy holds every payment that was acknowledged before it began. It is written under another',
    'name, checked, and then named FILE: a file of that name is always a whole backup.',
    '',
    'The key of the vault is not in it, so that a stolen backup opens no card: keep the key with the',
    'backups, but not beside them. Neither are the keys of card numbers, so that it does not open what is',
    'deleted later: copy their folder elsewhere every day, over the copy of the day before, and archive',
    'none. Without both the stored cards of a backup are lost.',
    '',
    'SQLite only. PostgreSQL has pg_dump and continuous archiving.',
    '',
    '  --force             replaces FILE if it is there',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, force: { type: 'boolean' } },
  operands: ['FILE'],

  async run(words, context) {
    const config = configOf(words, context)
    const path = sqlitePath(config, 'take backups with pg_dump')
    assertFile(path)
    const target = resolve(words.operands[0] ?? '')
    const replace = words.options.force === true
    if (!replace && existsSync(target)) throw fileExists(target)
    await writeBackup(path, target, replace)
    await noteBackup(path, context.clock.now()).catch((error: Error) => {
      context.complain(`tillgate: the time of the backup was not noted: ${error.message}`)
    })
    context.print(`${path} was copied to ${target}, which was checked and is sound`)
    logKeyLocation(config, path, context)
    return 0
  },
}

/** The database file of the settings; ends a command that only works with one. */
export function sqlitePath({ database }: Config, otherwise: string): string {
  if (database.engine === 'sqlite') return database.path
  throw new CommandFault(2, `works on SQLite only: on PostgreSQL ${otherwise}`)
}

async function writeBackup(from: string, target: string, replace: boolean): Promise<void> {
  const draft = `${target}.${process.pid}.partial`
  try {
    await copyDatabase(from, draft)
    const [damage] = findDamage(draft)
    if (damage !== undefined) {
      throw new CommandFault(1, `the copy is damaged (${damage}); nothing was written`)
    }
    await (replace ? rename(draft, target) : linkNew(draft, target))
    await syncFile(dirname(target))
  } finally {
    await rm(draft, { force: true })
  }
}

/** Unlike a rename, a link never replaces a file that was created in the meantime. */
async function linkNew(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? fileExists(target) : error
  }
}

function fileExists(target: string): CommandFault {
  return new CommandFault(1, `${target} is there already: name another file, or give --force`)
}

function logKeyLocation(
  { vaultKey, dataDir }: Config,
  path: string,
  { print }: CommandContext,
): void {
  const place = vaultKey === null ? join(dataDir, 'vault.key') : 'the value of TILLGATE_VAULT_KEY'
  print(`The key of the vault is not in it: keep ${place} as well, in another place`)
  print(
    `Neither are the keys of card numbers: copy ${numberKeyFolder(path)} over its last copy, and keep no older one`,
  )
}
