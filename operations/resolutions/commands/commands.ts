import type { Command } from '../../../server/cli/command.ts'
import { routeCommand, routeNamed } from '../../../server/cli/route-command.ts'
import { httpStatusOf, resultGroupOf } from '../../../server/results/catalogue.ts'
import type { AdminPaymentHistory } from '../answer.ts'
import { resolutionRoutes } from '../routes.ts'

/** A payment, as far as its line says it. */
interface ShownPayment {
  readonly id: string
  readonly paymentType: string
  readonly result: { readonly code: string; readonly description: string }
}

const historyCommand = routeCommand<AdminPaymentHistory>({
  name: 'payment history',
  summary: 'shows what happened to a payment, and what people have decided about it',
  help: [
    'A line for each event, the first one first: its time (UTC), its name, the result code from then on,',
    'and of what a person has decided who, why, and with which evidence.',
  ],
  route: routeNamed(resolutionRoutes, 'readHistory'),
  operands: ['ID'],
  lines: ({ history }) =>
    history.map(({ at, event, code, by, reason, evidence }) => {
      const decided = [by && `by ${by}`, reason, evidence].filter(Boolean).join('; ')
      return [at, event, code, decided].filter(Boolean).join(' ')
    }),
})

const resolveCommand = routeCommand<ShownPayment>({
  name: 'payment resolve',
  summary: 'writes down an outcome that the acquirer has not told for a day',
  help: [
    'For a payment, capture or refund whose outcome nobody could find out: see tillgate check. The',
    'acquirer is asked once more; what it says comes first. Reason and evidence are kept in the history',
    'of the payment. There is no way back.',
  ],
  route: routeNamed(resolutionRoutes, 'resolvePayment'),
  operands: ['ID'],
  options: { outcome: 'outcome', code: 'code', reason: 'reason', evidence: 'evidence', by: 'by' },
  needed: ['by'],
  lines: (payment) => [lineOf(payment)],
})

const reviewCommand = routeCommand<ShownPayment>({
  name: 'payment review',
  summary: 'accepts or rejects a payment in review',
  help: [
    'An accepted payment gets the code of an ordinary success. A rejected one keeps its code; what is',
    'open of it is reversed, or refunded where it is too late for that, by a payment of its own.',
  ],
  route: routeNamed(resolutionRoutes, 'reviewPayment'),
  operands: ['ID'],
  options: { decision: 'decision', reason: 'reason', by: 'by' },
  needed: ['by'],
  lines: (payment) => [lineOf(payment)],
})

/** `tillgate payment …` */
export const paymentCommands: readonly Command[] = [historyCommand, resolveCommand, reviewCommand]

/** A line about what the payment is now. */
function lineOf({ id, paymentType, result: { code, description } }: ShownPayment): string {
  return [id, paymentType, stateOf(code), code, description].join(' ')
}

function stateOf(code: string): 'succeeded' | 'pending' | 'failed' {
  if (resultGroupOf(code).startsWith('pending')) return 'pending'
  return httpStatusOf(code) === 200 ? 'succeeded' : 'failed'
}
