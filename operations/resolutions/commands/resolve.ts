import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { describedOptions } from '../../../server/cli/parameters-of-words.ts'
import { isRefusal } from '../../../server/results/refusal.ts'
import { codeFault, resolution } from '../routes.ts'
import { lineOf, withPayment } from './open-payments.ts'

const names = {
  outcome: 'outcome',
  code: 'code',
  reason: 'reason',
  evidence: 'evidence',
  by: 'by',
}
const described = describedOptions(resolution, names, ['by'])

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
    ...described.help,
    DATABASE_HELP,
  ],
  options: { ...databaseOption, ...described.options },
  operands: ['ID'],

  async run(words, context) {
    const { outcome, code, reason, evidence, by = '' } = described.read(words, context)
    const fault = code === undefined ? undefined : codeFault(code)
    if (fault !== undefined && isRefusal(fault)) throw new CommandFault(2, lineOfFault(code))
    const manual = { by, reason, evidence }
    return withPayment(words, context, async (payment, { resolutions }) => {
      context.print(lineOf(await resolutions.resolve(payment, { outcome, code, manual })))
      return 0
    })
  },
}

function lineOfFault(code: string | undefined): string {
  return `--code ${JSON.stringify(code)} is no code of the catalogue that means a rejection`
}
