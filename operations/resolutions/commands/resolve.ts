import { type Command, CommandFault, textOption } from '../../../server/cli/command.ts'
import { DATABASE_HELP } from '../../../server/cli/databases.ts'
import { isRefusal } from '../../../server/results/refusal.ts'
import { codeFault } from '../routes.ts'
import {
  choiceIn,
  decisionIn,
  decisionOptions,
  lineOf,
  text,
  withPayment,
} from './open-payments.ts'

export const resolvePaymentCommand: Command = {
  name: 'payment resolve',
  summary: 'writes down an outcome that the acquirer has not told for a day',
  usage:
    'ID --outcome succeeded|failed [--code CODE] --reason TEXT --evidence TEXT --by NAME [--database ADDRESS]',
  help: [
    'For a payment, capture or refund whose outcome nobody could find out: see tillgate check. The',
    'acquirer is asked once more; what it says comes first. Reason and evidence are kept in the history',
    'of the payment. There is no way back.',
    '',
    '  --outcome OUTCOME   succeeded or failed',
    '  --code CODE         of a failure: its result code; 800.100.100 when absent',
    '  --reason TEXT       why it is decided so, up to 500 characters',
    '  --evidence TEXT     what proves it: where it was found, and when; up to 2,000 characters',
    '  --by NAME           who decides',
    DATABASE_HELP,
  ],
  options: {
    ...decisionOptions,
    outcome: { type: 'string' },
    code: { type: 'string' },
    evidence: { type: 'string' },
  },
  operands: ['ID'],

  async run(words, context) {
    const outcome = choiceIn(words, 'outcome', ['succeeded', 'failed'])
    const code = textOption(words, 'code')
    if (code !== undefined && outcome === 'succeeded') {
      throw new CommandFault(2, '--code is for --outcome failed')
    }
    const fault = code === undefined ? undefined : codeFault(code)
    if (fault !== undefined && isRefusal(fault)) throw new CommandFault(2, lineOfFault(code))
    const manual = { ...decisionIn(words), evidence: text(words, 'evidence', 2000) }
    return withPayment(words, context, async (payment, { resolutions }) => {
      context.print(lineOf(await resolutions.resolve(payment, { outcome, code, manual })))
      return 0
    })
  },
}

function lineOfFault(code: string | undefined): string {
  return `--code ${JSON.stringify(code)} is no code of the catalogue that means a rejection`
}
