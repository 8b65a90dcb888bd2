import type { Command } from '../../../server/cli/command.ts'
import { DATABASE_HELP } from '../../../server/cli/databases.ts'
import { choiceIn, decisionIn, decisionOptions, lineOf, withPayment } from './open-payments.ts'

export const reviewPaymentCommand: Command = {
  name: 'payment review',
  summary: 'accepts or rejects a payment in review',
  usage: 'ID --decision accept|reject --reason TEXT --by NAME [--database ADDRESS]',
  help: [
    'An accepted payment gets the code of an ordinary success. A rejected one keeps its code; what is',
    'open of it is reversed, or refunded where it is too late for that, by a payment of its own.',
    '',
    '  --decision DECISION  accept or reject',
    '  --reason TEXT        why, up to 500 characters',
    '  --by NAME            who decides',
    DATABASE_HELP,
  ],
  options: { ...decisionOptions, decision: { type: 'string' } },
  operands: ['ID'],

  async run(words, context) {
    const isAccepted = choiceIn(words, 'decision', ['accept', 'reject']) === 'accept'
    const decision = isAccepted ? 'accepted' : 'rejected'
    const manual = decisionIn(words)
    return withPayment(words, context, async (payment, { resolutions }) => {
      context.print(lineOf(await resolutions.review(payment, { decision, manual })))
      return 0
    })
  },
}
