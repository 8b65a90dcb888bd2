import { existsSync } from 'node:fs'
import { recordDone } from '../../cli/audited-command.ts'
import type { Command } from '../../cli/command.ts'
import {
  DATABASE_HELP,
  databaseOf,
  databaseOption,
  nameOf,
  openDatabase,
  withScan,
} from '../../cli/databases.ts'
import type { KeptDatabase } from '../../kernel/settings/config.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'brings the database to the newest schema',
  usage: '[--database ADDRESS]',
  help: [
    'Makes the database if it is not there and applies the migrations that it has not had, all or',
    'none. The gateway does the same at its start; this does it ahead of one.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  async run(words, context) {
    const database = databaseOf(words, context)
    const before = await schemaOf(database)
    const store = await openDatabase(database, context)
    let after: number
    try {
      after = await schemaOf(database)
      if (before !== after) await recordDone(store, { words, context })
    } finally {
      await store.close()
    }
    context.print(
      before === after
        ? `${nameOf(database)} has schema ${after}, the newest`
        : `${nameOf(database)} brought from schema ${before} to ${after}`,
    )
    return 0
  },
}

/** How many migrations the database has had; 0 when it is not there. */
async function schemaOf(database: KeptDatabase): Promise<number> {
  if (database.engine === 'sqlite' && !existsSync(database.path)) return 0
  return withScan(database, async (scan) => (await scan.schema()).applied)
}
