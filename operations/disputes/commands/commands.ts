import { type Command, textOption } from '../../../server/cli/command.ts'
import { memberLines, routeCommand, routeNamed } from '../../../server/cli/route-command.ts'
import { byHandRoutes } from '../by-hand-routes.ts'
import { disputeRoutes } from '../routes.ts'
import { disputeRatiosCommand } from './ratios.ts'

/** A dispute, as far as its line says it. */
interface ShownDispute {
  readonly id: string
  readonly stage: string
  readonly outcome: string
  readonly amount: string
  readonly currency: string
  readonly acquirerReference?: string
  readonly respondBy?: string
  readonly flags?: readonly string[]
}

interface DisputePage {
  readonly disputes: readonly ShownDispute[]
  readonly cursor?: string
}

interface WholeDispute extends ShownDispute {
  readonly history: readonly {
    readonly at: string
    readonly kind: string
    readonly stage: string
    readonly by: string
    readonly note?: string
  }[]
  readonly documents: readonly {
    readonly id: string
    readonly mediaType: string
    readonly size: number
    readonly fileName: string
  }[]
}

const reportCommand = routeCommand<ShownDispute>({
  name: 'dispute report',
  summary: 'enters what an acquirer has told of a disputed payment by letter or in its portal',
  help: [
    'Opens the dispute of the case, or takes it further. Not above what is open to be charged back. What',
    'moves more than the merchant allows one person to move waits for a second one in the back office.',
  ],
  route: routeNamed(byHandRoutes, 'enterDispute'),
  operands: ['PAYMENT'],
  options: {
    case: ['acquirerReference', "The acquirer's number of the case."],
    stage: ['stage', 'How far it is.'],
    outcome: ['disputeOutcome', 'How it has ended; absent: it goes on.'],
    'scheme-reason': ['disputeReason', "The card network's own reason, such as 10.4 or 4837."],
    code: ['disputeCode', 'Why, as a code of the catalogue: 000.100.2xx.'],
    amount: ['amount', 'What the acquirer says; absent: the whole payment.'],
    currency: ['currency', 'Of the amount.'],
    'respond-by': ['respondBy', 'The last day on which an answer counts.'],
    reason: ['reason', 'Where this is from.'],
    by: ['by', 'Who enters it.'],
  },
  needed: ['by'],
  lines: (dispute) => [lineOf(dispute)],
})

const listCommand = routeCommand<DisputePage>({
  name: 'dispute list',
  summary: 'shows the disputes of an entity and all below it',
  help: [
    'A line for each: its id, stage, outcome and amount, the case, and until when it must be answered.',
  ],
  route: routeNamed(disputeRoutes, 'listDisputes'),
  entity: true,
  options: {
    outcome: ['disputeOutcome', 'All when absent.'],
    sort: ['sortValue', 'openedAt: the newest first; respondBy: the nearest deadline first.'],
    limit: ['limit', '100 when absent.'],
    cursor: ['cursor', 'Goes on where the same command has ended, as it prints it.'],
  },
  lines: ({ disputes, cursor }, words) => [
    ...disputes.map(lineOf),
    ...(cursor === undefined
      ? []
      : [`more: --cursor ${cursor}${sortOf(textOption(words, 'sort'))}`]),
  ],
})

const showCommand = routeCommand<WholeDispute>({
  name: 'dispute show',
  summary: 'shows a dispute with its history and what its documents are',
  help: ['A member a line, then what happened to it, the first one first.'],
  route: routeNamed(disputeRoutes, 'readDispute'),
  operands: ['ID'],
  lines: (dispute) => [
    ...memberLines(dispute, 20, ['history', 'documents']),
    ...dispute.history.map(({ at, kind, stage, by, note }) =>
      [at, kind, stage, `by ${by}`, note].filter(Boolean).join(' '),
    ),
    ...dispute.documents.map(
      ({ id, mediaType, size, fileName }) => `document ${id} ${mediaType} ${size} ${fileName}`,
    ),
  ],
})

/** `tillgate dispute …` */
export const disputeCommands: readonly Command[] = [
  reportCommand,
  listCommand,
  showCommand,
  disputeRatiosCommand,
]

/** A line about a dispute: id, how far it is, its amount, its case, and until when it must be answered. */
function lineOf(dispute: ShownDispute): string {
  const { id, stage, outcome, amount, currency, acquirerReference, respondBy, flags } = dispute
  const further = [
    acquirerReference && `case ${acquirerReference}`,
    respondBy && `answer by ${respondBy}`,
    flags?.join(','),
  ]
  return [id, stage, outcome, amount, currency, ...further].filter(Boolean).join(' ')
}

/** A cursor goes on in the order in which it was given. */
function sortOf(sort: string | undefined): string {
  return sort === undefined ? '' : ` --sort ${sort}`
}
