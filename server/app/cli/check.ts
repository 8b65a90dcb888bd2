import { existsSync } from 'node:fs'
import type { Command } from '../../cli/command.ts'
import {
  assertNewestSchema,
  configOf,
  DATABASE_HELP,
  databaseOf,
  databaseOption,
  withScan,
} from '../../cli/databases.ts'
import type { KeptDatabase } from '../../kernel/settings/config.ts'
import { numberKeyFolder } from '../../store/number-key-folder.ts'
import type { Scan } from '../../store/scan.ts'
import { wasServed } from '../../store/sqlite/lost-database.ts'
import { checkAndReport } from './check/report.ts'

export const checkCommand: Command = {
  name: 'check',
  summary: 'checks every payment, posting and checkout of the database',
  usage: '[--database ADDRESS]',
  help: [
    'Looks whether everything that must hold of money holds in every row: limits, references, events,',
    'postings, checkouts; on SQLite also whether the file is sound (integrity_check,',
    'foreign_key_check), whether the keys of card numbers are where they are kept, and, with the key of',
    'the vault, whether everything opens that it has sealed. It changes nothing and may run beside the',
    'gateway.',
    '',
    'Each finding is a line "problem: table id what", at most 100 for a rule. Lines that begin with',
    '"review:" name payments that have waited seven days for an outcome, or that failed here although',
    'the acquirer approved them: a person has to ask the acquirer; or rows that were made later than now,',
    'a clock that is doubted, and keys of card numbers that were not destroyed in time, or are not beside',
    'a backup. They are no problems. The last line counts.',
    '',
    'PostgreSQL checks its files with its own tools: data checksums and pg_amcheck.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  async run(words, context) {
    const database = databaseOf(words, context)
    const config = configOf(words, context)
    const { integrityWorker } = context
    const check = async (scan: Scan) => {
      await assertNewestSchema(scan, database)
      const missingIs = isBackup(database) ? 'review' : 'problem'
      const keyPlace = { database, config, missingIs } as const
      return checkAndReport(scan, keyPlace, context)
    }
    const problems = await withScan(database, check, integrityWorker && { integrityWorker })
    return problems === 0 ? 0 : 1
  },
}

/** The folder of keys is in no backup, and is brought back when one is used. */
function isBackup(database: KeptDatabase): boolean {
  if (database.engine !== 'sqlite') return false
  return !wasServed(database.path) && !existsSync(numberKeyFolder(database.path))
}
