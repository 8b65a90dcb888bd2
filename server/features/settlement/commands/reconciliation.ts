import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, CommandFault, textOption, type Words } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../cli/open-entities.ts'
import type { EntityRow, Store } from '../../../store/port.ts'
import { settledEntities } from '../accounts.ts'
import { deliverByFtp, readFtpAddress } from '../ftp-delivery.ts'
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
      const merchant = await merchantOf(words, store)
      const out = textOption(words, 'out') ?? reconciliationName(merchant.id, day)
      context.print(`${await writeFile(merchant, { day, out }, store)} lines in ${out}`)
      return 0
    })
  },
}

export const deliverReconciliationCommand: Command = {
  name: 'reconciliation deliver',
  summary: "delivers a merchant's reconciliation file of a day by FTP or FTPS",
  usage: '--merchant ID --day DAY --to ADDRESS [--database ADDRESS]',
  help: [
    'Writes the file as tillgate reconciliation write does, uploads it under a temporary name, checks its',
    'size on the server and renames it. Tries five times within three minutes; a line for each try.',
    'The password is read from what is sent to the command. The file of the same day again replaces it.',
    '',
    '  --merchant ID       a merchant or a channel',
    '  --day DAY           such as 2026-11-20; yesterday (UTC) when absent',
    '  --to ADDRESS        ftp://user@host/folder; ftpes://… with AUTH TLS, ftps://… with TLS at once',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, merchant: text, day: text, to: text },
  operands: [],

  async run(words, context) {
    const yesterday = new Date(context.clock.now() - DAY_MS).toISOString().slice(0, 10)
    const day = dayOption(words, 'day', yesterday)
    const address = requiredOption(words, 'to')
    requiredOption(words, 'merchant')
    const target = readFtpAddress(address, (await context.readInput()).replace(/\r?\n$/, ''))
    if ('fault' in target) throw new CommandFault(2, `--to ${target.fault}`)
    const folder = await mkdtemp(join(tmpdir(), 'reconciliation-'))
    try {
      const out = await withStore(words, context, async (store) => {
        const merchant = await merchantOf(words, store)
        const path = join(folder, reconciliationName(merchant.id, day))
        context.print(`${await writeFile(merchant, { day, out: path }, store)} lines`)
        return path
      })
      // The database is closed: tries that take minutes keep nothing open.
      const fault = await deliverByFtp(out, target, { note: context.print })
      return fault === undefined ? 0 : 1
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

const DAY_MS = 24 * 60 * 60 * 1000

async function merchantOf(words: Words, store: Store): Promise<EntityRow> {
  const merchant = await entityOf(store, requiredOption(words, 'merchant'))
  if (merchant.kind === 'merchant' || merchant.kind === 'channel') return merchant
  throw new CommandFault(2, `--merchant names a ${merchant.kind}`)
}

/** Writes the file; answers how many lines it has below its header. */
async function writeFile(
  merchant: EntityRow,
  { day, out }: { readonly day: string; readonly out: string },
  store: Store,
): Promise<number> {
  const entityIds = await settledEntities(merchant, store)
  return writeWhole(out, async (write) => {
    let lines = -1
    for await (const line of reconciliationLines({ entityIds, day }, store)) {
      lines += 1
      await write(line)
    }
    return lines
  })
}
