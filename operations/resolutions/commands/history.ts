import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { inOneLine } from '../../../server/cli/one-line.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import { shownEvents } from '../answer.ts'

export const paymentHistoryCommand: Command = {
  name: 'payment history',
  summary: 'shows what happened to a payment, and what people have decided about it',
  usage: 'ID [--database ADDRESS]',
  help: [
    'A line for each event, the first one first: its time (UTC), its name, the result code from then on,',
    'and of what a person has decided who, why, and with which evidence.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: ['ID'],

  run(words, context) {
    const id = words.operands[0] ?? ''
    return withStore(words, context, async ({ read }) => {
      const events = shownEvents(await read.events(id))
      if (events.length === 0)
        throw new CommandFault(1, `there is no payment ${JSON.stringify(id)}`)
      for (const { at, event, code = '', by, reason, evidence } of events) {
        const decided = [by && `by ${by}`, reason, evidence].filter(Boolean).join('; ')
        context.print(inOneLine([at, event, code, decided].filter(Boolean).join(' ')))
      }
      return 0
    })
  },
}
