import {
  ACCOUNT_HELP,
  accountOf,
  dayOption,
  writeWhole,
} from '../../operations/settlement/index.ts'
import { type Command, CommandFault } from '../../server/cli/command.ts'
import { counted } from '../../server/cli/counted.ts'
import { DATABASE_HELP, databaseOption } from '../../server/cli/databases.ts'
import { requiredOption, withStore } from '../../server/cli/open-entities.ts'
import { providerOf } from '../../server/payments/accounts/index.ts'
import { simulateFile } from './simulate.ts'

const text = { type: 'string' } as const

export const simulateSettlementCommand: Command = {
  name: 'settlement simulate',
  summary: "writes the simulated acquirer's settlement file of a day (test environment)",
  usage: '--account ID --day DAY --out FILE [--database ADDRESS]',
  help: [
    'A line for each payment, capture and refund of the day (UTC) that went to the simulator, with costs;',
    'the monthly fee on the last day of a month; payouts two days later. In the format tillgate: import',
    'it with tillgate settlement import.',
    '',
    ACCOUNT_HELP,
    '  --day DAY           such as 2026-11-20',
    '  --out FILE          the file to write',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, account: text, day: text, out: text },
  operands: [],

  run(words, context) {
    const day = dayOption(words, 'day')
    const out = requiredOption(words, 'out')
    return withStore(words, context, async (store) => {
      const account = await accountOf(words, store)
      if (providerOf(account.connector) !== 'simulator') {
        throw new CommandFault(2, `the account is at ${account.connector}, not at the simulator`)
      }
      const { lines, leftOut, payouts } = await writeWhole(out, (write) =>
        simulateFile(account, day, store, write),
      )
      context.print(counted(lines, 'line'))
      for (const { currency, amount } of payouts) context.print(`payout ${amount} ${currency}`)
      if (leftOut > 0) context.print(`${leftOut} payments in other currencies left out`)
      return 0
    })
  },
}
