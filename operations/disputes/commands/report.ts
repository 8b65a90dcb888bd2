import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { configOf, DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { doneOrFault, parametersOf } from '../../../server/cli/parameters-of-words.ts'
import { isRefusal } from '../../../server/results/refusal.ts'
import { toldIn } from '../by-hand.ts'
import type { DisputeService } from '../service.ts'
import { lineOf } from './dispute-line.ts'

const text = { type: 'string' } as const

const NAMES = {
  case: 'acquirerReference',
  stage: 'stage',
  outcome: 'disputeOutcome',
  'scheme-reason': 'disputeReason',
  code: 'disputeCode',
  amount: 'amount',
  currency: 'currency',
  'respond-by': 'respondBy',
  reason: 'reason',
  by: 'by',
}

export const reportDisputeCommand: Command = {
  name: 'dispute report',
  summary: 'enters what an acquirer has told of a disputed payment by letter or in its portal',
  usage:
    'PAYMENT --case NUMBER --stage STAGE --reason TEXT --by NAME [--outcome won|lost] [--amount AMOUNT --currency CODE] [--respond-by DAY] [--database ADDRESS]',
  help: [
    'Opens the dispute of the case, or takes it further. Not above what is open to be charged back. What',
    'moves more than the merchant allows one person to move waits for a second one in the back office.',
    '',
    "  --case NUMBER         the acquirer's number of the case",
    '  --stage STAGE         inquiry, alert, firstChargeback, representment, preArbitration or arbitration',
    '  --outcome OUTCOME     won or lost; absent: it goes on',
    "  --scheme-reason CODE  the card network's own reason, such as 10.4 or 4837",
    '  --code CODE           why, as a code of the catalogue: 000.100.2xx',
    '  --amount, --currency  what the acquirer says; absent: the whole payment',
    '  --respond-by DAY      the last day on which an answer counts, such as 2026-12-31',
    '  --reason TEXT         where this is from, up to 500 characters',
    '  --by NAME             who enters it',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    ...Object.fromEntries(Object.keys(NAMES).map((option) => [option, text])),
  },
  operands: ['PAYMENT'],

  run(words, context) {
    const paymentId = words.operands[0] ?? ''
    const by = requiredOption(words, 'by')
    const values = parametersOf(words, context, { operation: 'disputes.enter', names: NAMES })
    return withStore(words, context, async (store) => {
      const opened = await context.openServices(store, configOf(words, context))
      try {
        // Commands know the services of the gateway only by what their feature has made.
        const { disputes } = opened.services as { readonly disputes: DisputeService }
        const told = toldIn(values, context.clock.now())
        if (isRefusal(told)) return doneOrFault(told, NAMES)
        const entered = doneOrFault(
          await disputes.enter({
            paymentId,
            acquirerReference: values.get('acquirerReference') ?? '',
            told,
            reason: values.get('reason') ?? '',
            by,
            byId: `command: ${by}`,
          }),
          NAMES,
        )
        if ('waiting' in entered) {
          throw new CommandFault(
            1,
            `waits for a second person: decide about the request ${entered.waiting.id} in the back office`,
          )
        }
        context.print(lineOf(entered.dispute))
        return 0
      } finally {
        await opened.close()
      }
    })
  },
}
