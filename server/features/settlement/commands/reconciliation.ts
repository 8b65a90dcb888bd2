import { type Command, CommandFault, textOption } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../cli/open-entities.ts'
import { settledEntities } from '../accounts.ts'
import { reconciliationLines, reconciliationName } from '../reconciliation-file.ts'
import { dayOption } from './open-accounts.ts'
import { writeWhole } from './write-whole.ts'

const text = { type: 'string' } as const

export const writeReconciliationCommand: Command = {
  name: 'reconciliation write',
  summary: "writes a merchant's reconciliation file of a day",
  usage: '--merchant ID --day DAY [--out FILE] [--database ADDRESS]',
  help: [
    'The lines of all settlement files that were imported on this day (UTC), as CSV with 36 columns and',
    'the separator ";". Each line is in the file of exactly one day.',
    '',
    '  --merchant ID       a merchant or a channel',
    '  --day DAY           such as 2026-11-20',
    '  --out FILE          reconciliation_<merchant>_<day>.csv in this folder when absent',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, merchant: text, day: text, out: text },
  operands: [],

  run(words, context) {
    const day = dayOption(words, 'day')
    return withStore(words, context, async (store) => {
      const merchant = await entityOf(store, requiredOption(words, 'merchant'))
      if (merchant.kind !== 'merchant' && merchant.kind !== 'channel') {
        throw new CommandFault(2, `--merchant names a ${merchant.kind}`)
      }
      const entityIds = await settledEntities(merchant, store)
      const out = textOption(words, 'out') ?? reconciliationName(merchant.id, day)
      const count = await writeWhole(out, async (write) => {
        let lines = -1
        for await (const line of reconciliationLines({ entityIds, day }, store)) {
          lines += 1
          await write(line)
        }
        return lines
      })
      context.print(`${count} lines in ${out}`)
      return 0
    })
  },
}
