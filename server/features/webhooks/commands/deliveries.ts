import { type Command, CommandFault } from '../../../cli/command.ts'
import { askByWords, routeCommand } from '../../../cli/route-command.ts'
import { peoplesRoute } from '../peoples-routes.ts'

interface ShownDelivery {
  readonly id: string
  readonly createdAt: string
  readonly state: string
  readonly kind: string
  readonly type?: string
  readonly action?: string
  readonly subjectId?: string
  readonly url?: string
  readonly attempts: readonly {
    readonly at: string
    readonly durationMs: number
    readonly status?: number
    readonly reason?: string
  }[]
}

interface ShownDeliveries {
  readonly deliveries: readonly ShownDelivery[]
  readonly cursor?: string
}

const filter = {
  from: ['date.from', 'When the events happened, UTC.'],
  to: ['date.to', 'Until when; now when absent.'],
  state: ['state', 'All when absent.'],
  cursor: ['cursor', 'Goes on where the same command has ended, as it prints it.'],
} as const

const ofWebhook = routeCommand<ShownDeliveries>({
  name: 'webhook deliveries',
  summary:
    'shows what was sent to a webhook, or about a payment or checkout, and how it was answered',
  help: [
    'A line for each delivery, newest first: its id, when the event happened, its state, type and',
    'subject; below it a line for each attempt: when, how long, and the status or what went wrong.',
    'Of a payment or checkout: the calls to its notificationUrl and shopperResultUrl, at most 20.',
  ],
  route: peoplesRoute('listDeliveries'),
  operands: ['ID'],
  options: { ...filter, limit: ['limit', '100 when absent.'] },
  lines: ({ deliveries, cursor }) => [...deliveries.flatMap(linesOf), ...moreOf(cursor)],
})

const ofSubject = peoplesRoute('listCalls')

export const deliveriesCommand: Command = {
  ...ofWebhook,

  async run(words, context) {
    const calls = await askByWords<{ readonly calls: readonly ShownDelivery[] }>(
      { route: ofSubject },
      words,
      context,
    ).catch(ofNothing)
    if (calls === undefined) return ofWebhook.run(words, context)
    for (const line of calls.calls.flatMap(linesOf)) context.print(line)
    return 0
  },
}

/** The id is that of no payment or checkout. */
function ofNothing(error: unknown): undefined {
  if (!(error instanceof CommandFault && error.status === 404)) throw error
}

export const replayCommand = routeCommand<{ readonly replayed: number; readonly cursor?: string }>({
  name: 'webhook replay',
  summary: 'sends deliveries again: one, or those of a time frame',
  help: [
    'They have the same webhook-id and body as before, so a receiver can tell that it knows them.',
    'At most 1,000, newest first; test messages are left out.',
  ],
  route: peoplesRoute('replayDeliveries'),
  operands: ['ID'],
  options: {
    delivery: ['deliveryId', 'One of them, as webhook deliveries shows it.'],
    ...filter,
  },
  lines: ({ replayed, cursor }) => [`sent again: ${replayed}`, ...moreOf(cursor)],
})

function moreOf(cursor: string | undefined): readonly string[] {
  return cursor === undefined ? [] : [`more: --cursor ${cursor}`]
}

function linesOf(delivery: ShownDelivery): readonly string[] {
  const { id, createdAt, state, kind, type = '', action, subjectId, url, attempts } = delivery
  const event = action === undefined ? type : `${type} ${action}`
  const what = url === undefined ? `${event} ${subjectId}` : `${kind} ${url}`
  return [
    `${id} ${createdAt} ${state} ${what}`,
    ...attempts.map(({ at, durationMs, status, reason }) => {
      const outcome = [status, reason].filter((one) => one !== undefined).join(' ')
      return `  ${at} ${durationMs} ms ${outcome}`
    }),
  ]
}
