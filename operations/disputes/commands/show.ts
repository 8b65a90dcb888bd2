import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { inOneLine } from '../../../server/cli/one-line.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import { wireTimestamp } from '../../../server/kernel/timers/clock.ts'
import { disputeMembers } from '../answer.ts'

export const showDisputeCommand: Command = {
  name: 'dispute show',
  summary: 'shows a dispute with its history and what its documents are',
  usage: 'ID [--database ADDRESS]',
  help: ['A member a line, then what happened to it, the first one first.', '', DATABASE_HELP],
  options: databaseOption,
  operands: ['ID'],

  run(words, context) {
    const id = words.operands[0] ?? ''
    return withStore(words, context, async ({ read }) => {
      const row = await read.dispute(id)
      if (row === undefined) {
        throw new CommandFault(
          1,
          `there is no dispute ${JSON.stringify(id)}: see tillgate dispute list`,
        )
      }
      const print = (line: string) => context.print(inOneLine(line))
      for (const [name, value] of Object.entries(disputeMembers(row))) {
        print(`${name.padEnd(20)} ${String(value)}`)
      }
      for (const { atMs, kind, stage, madeBy, note } of await read.disputeEvents(id)) {
        print([wireTimestamp(atMs), kind, stage, `by ${madeBy}`, note].filter(Boolean).join(' '))
      }
      for (const document of await read.disputeDocuments(id)) {
        print(`document ${document.id} ${document.mediaType} ${document.size} ${document.name}`)
      }
      return 0
    })
  },
}
