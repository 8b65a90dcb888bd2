import { writeFile } from 'node:fs/promises'
import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { counted } from '../../../server/cli/counted.ts'
import {
  DATABASE_HELP,
  databaseOf,
  databaseOption,
  withScan,
} from '../../../server/cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import type { EntityRow, Store } from '../../../server/store/port.ts'
import { countsOf, type Erasure, eraseUntilGone, erasureOf, unfinished } from './erase-customer.ts'
import { exportText } from './export-customer.ts'
import { type CustomerRows, findCustomer, NAMED_BY, type NamedCustomer } from './find-customer.ts'

const NAMED_HELP = [
  '  --entity ID         whose customer it is: an entity, with all below it',
  '  --by WORD           email, merchantCustomerId or registration (stored details)',
  '  --value TEXT        the address, the id that the merchant gives the customer, or the registrationId',
]

const options = {
  ...databaseOption,
  entity: { type: 'string' },
  by: { type: 'string' },
  value: { type: 'string' },
} as const

/** Channels of one erasure; a merchant has fewer. */
const MAX_ENTITIES = 2000

const exportCommand: Command = {
  name: 'customer export',
  summary: 'writes everything that is kept of a customer as JSON',
  usage: '--entity ID --by WORD --value TEXT [--output FILE] [--database ADDRESS]',
  help: [
    'Payments with their families, stored details, plans, checkouts, mails, notes, webhooks and all else',
    'that refers to them. Card numbers, security codes and documents of disputes stay sealed, and are not',
    'part of it. Works beside running gateways, and changes nothing.',
    '',
    ...NAMED_HELP,
    '  --output FILE       a new file, which only its owner may read; printed when absent',
    DATABASE_HELP,
  ],
  options: { ...options, output: { type: 'string' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const named = await namedCustomer(words, store)
      const rows = await foundIn(words, context, named)
      const text = exportText(rows, named, context.clock.now())
      const file = textOption(words, 'output')
      if (file === undefined) {
        context.print(text)
        return 0
      }
      // Must not be there: another export, or a link that somebody has put there, would be written over.
      await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' }).catch((error: Error) => {
        throw new CommandFault(1, `the file could not be written: ${error.message}`)
      })
      context.print(`${counted(totalOf(rows), 'row')} written to ${file}`)
      return 0
    })
  },
}

const eraseCommand: Command = {
  name: 'customer erase',
  summary: 'erases the personal data of a customer; amounts, dates and references stay',
  usage: '--entity ID --by WORD --value TEXT [--dry-run] [--database ADDRESS]',
  help: [
    'Names, addresses, e-mail, phone, IP address, date of birth, the customer’s id, custom parameters, notes,',
    'stored details, checkouts, mails, waiting webhooks, evidence of disputes and answers that wait to be',
    'repeated go. What bookkeeping and settlement need stays: docs/operations.md has the table. Refused while',
    'a payment, a hold or a dispute of the customer is open. Works beside running gateways. There is no way',
    'back: export first, and see what --dry-run counts. Copies of the database and logs keep what they have.',
    '',
    ...NAMED_HELP,
    '  --dry-run           counts, and changes nothing',
    DATABASE_HELP,
  ],
  options: { ...options, 'dry-run': { type: 'boolean' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const named = await namedCustomer(words, store)
      const rows = await foundIn(words, context, named)
      for (const [table, count] of countsOf(rows)) context.print(`${count} ${table}`)
      if (totalOf(rows) === 0) {
        context.print('nothing is kept of such a customer')
        return 0
      }
      if (words.options['dry-run'] === true) {
        const erasure = await erasureIfEnded(rows, context, store)
        if (erasure === undefined) return 1
        const count = Object.values(erasure).flat().length
        context.print(`${counted(count, 'change')} would be written`)
        return 0
      }
      let next: CustomerRows | undefined = rows
      const written = await eraseUntilGone(async () => {
        const found = next ?? (await foundIn(words, context, named))
        next = undefined
        return erasureIfEnded(found, context, store)
      }, store)
      if (written === 'open') return 1
      if (written === 'changed') throw new CommandFault(1, CHANGED)
      context.print(`erased: ${counted(written, 'change')}`)
      return 0
    })
  },
}

/** `tillgate customer …` */
export const customerCommands: readonly Command[] = [exportCommand, eraseCommand]

async function namedCustomer(words: Words, store: Store): Promise<NamedCustomer> {
  const by = NAMED_BY.find((word) => word === requiredOption(words, 'by'))
  if (by === undefined) throw new CommandFault(2, `--by must be one of ${NAMED_BY.join(', ')}`)
  const value = requiredOption(words, 'value')
  const entity = await entityOf(store, requiredOption(words, 'entity'))
  return { by, value, entityIds: await withBelow(entity, store) }
}

async function withBelow({ id }: Pick<EntityRow, 'id'>, { read }: Store): Promise<string[]> {
  const ids = [id]
  for (const parent of ids) {
    ids.push(...(await read.childEntities(parent)).map((child) => child.id))
    if (ids.length > MAX_ENTITIES) {
      throw new CommandFault(2, `--entity has more than ${MAX_ENTITIES} entities: name one of them`)
    }
  }
  return ids
}

async function foundIn(
  words: Words,
  context: CommandContext,
  named: NamedCustomer,
): Promise<CustomerRows> {
  return withScan(databaseOf(words, context), (scan) => findCustomer(named, scan))
}

const CHANGED = 'others went on changing what is kept of the customer: run it again'

/** The changes that erase a customer; `undefined`: something has not ended yet, which is complained of. */
async function erasureIfEnded(
  rows: CustomerRows,
  { clock, complain }: CommandContext,
  store: Store,
): Promise<Erasure | undefined> {
  const open = unfinished(rows, clock.now())
  for (const what of open) complain(`tillgate customer erase: ${what}`)
  return open.length > 0 ? undefined : erasureOf(rows, clock.now(), store)
}

function totalOf(rows: CustomerRows): number {
  return countsOf(rows).reduce((sum, [, count]) => sum + count, 0)
}
