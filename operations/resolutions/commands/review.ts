import type { Command } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { describedOptions } from '../../../server/cli/parameters-of-words.ts'
import { endOfReview } from '../routes.ts'
import { lineOf, withPayment } from './open-payments.ts'

const names = { decision: 'decision', reason: 'reason', by: 'by' }
const described = describedOptions(endOfReview, names, ['by'])

export const reviewPaymentCommand: Command = {
  name: 'payment review',
  summary: 'accepts or rejects a payment in review',
  usage: 'ID --decision accept|reject --reason TEXT --by NAME [--database ADDRESS]',
  help: [
    'An accepted payment gets the code of an ordinary success. A rejected one keeps its code; what is',
    'open of it is reversed, or refunded where it is too late for that, by a payment of its own.',
    '',
    ...described.help,
    DATABASE_HELP,
  ],
  options: { ...databaseOption, ...described.options },
  operands: ['ID'],

  async run(words, context) {
    const sent = described.read(words, context)
    const decision = sent.decision === 'accept' ? 'accepted' : 'rejected'
    const manual = { by: sent.by ?? '', reason: sent.reason }
    return withPayment(words, context, async (payment, { resolutions }) => {
      context.print(lineOf(await resolutions.review(payment, { decision, manual })))
      return 0
    })
  },
}
