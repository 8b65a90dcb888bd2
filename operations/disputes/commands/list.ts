import { type Command, CommandFault, textOption } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { doneOrFault, parametersOf } from '../../../server/cli/parameters-of-words.ts'
import { pageOf } from '../listed-disputes.ts'
import { lineOf } from './dispute-line.ts'

const text = { type: 'string' } as const

const NAMES = {
  outcome: 'disputeOutcome',
  sort: 'sortValue',
  limit: 'limit',
  cursor: 'cursor',
}

export const listDisputesCommand: Command = {
  name: 'dispute list',
  summary: 'shows the disputes of an entity and all below it',
  usage: '--entity ID [--outcome OUTCOME] [--sort ORDER] [--limit NUMBER] [--database ADDRESS]',
  help: [
    'A line for each: its id, stage, outcome and amount, the case, and until when it must be answered.',
    '',
    '  --entity ID         a channel, or a merchant, division or PSP',
    '  --outcome OUTCOME   open, won, lost, accepted or expired; all when absent',
    '  --sort ORDER        openedAt: the newest first; respondBy: the nearest deadline first',
    '  --limit NUMBER      1 to 100; 100 when absent',
    '  --cursor CURSOR     goes on where the same command has ended, as it prints it',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    entity: text,
    outcome: text,
    sort: text,
    limit: text,
    cursor: text,
  },
  operands: [],

  run(words, context) {
    const values = parametersOf(words, context, { operation: 'disputes.list', names: NAMES })
    const id = requiredOption(words, 'entity')
    return withStore(words, context, async (store) => {
      const entity = await store.read.entity(id)
      if (entity === undefined) {
        throw new CommandFault(
          1,
          `there is no entity ${JSON.stringify(id)}: see tillgate entity list`,
        )
      }
      const { disputes, cursor } = doneOrFault(await pageOf(entity, values, store))
      for (const row of disputes) context.print(lineOf(row))
      if (cursor !== undefined)
        context.print(`more: --cursor ${cursor}${sortOf(textOption(words, 'sort'))}`)
      return 0
    })
  },
}

/** A cursor goes on in the order in which it was given. */
function sortOf(sort: string | undefined): string {
  return sort === undefined ? '' : ` --sort ${sort}`
}
