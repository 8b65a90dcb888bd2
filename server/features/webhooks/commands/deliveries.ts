import type { Command } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { doneOrFault, parametersOf } from '../../../cli/parameters-of-words.ts'
import { sharedClock, wireTimestamp } from '../../../kernel/timers/clock.ts'
import {
  cursorOfPlace,
  type DeliveryFilter,
  filterOf,
  type LoggedDelivery,
  listCalls,
  listDeliveries,
  replayOne,
  replayRange,
} from '../delivery-log.ts'
import { idOf } from './manage.ts'
import { webhookOf } from './open-webhooks.ts'

const text = { type: 'string' } as const

const FILTER = { from: text, to: text, state: text, cursor: text } as const

const FILTER_HELP = [
  '  --from TIME         when the events happened, UTC: "2026-11-20 15:00:00"',
  '  --to TIME           until when; now when absent',
  '  --state STATE       waiting, delivered or givenUp; all when absent',
  '  --cursor CURSOR     goes on where the same command has ended, as it prints it',
]

const NAMES = { from: 'date.from', to: 'date.to', state: 'state', cursor: 'cursor' }

export const listDeliveriesCommand: Command = {
  name: 'webhook deliveries',
  summary:
    'shows what was sent to a webhook, or about a payment or checkout, and how it was answered',
  usage: 'ID [--from TIME] [--to TIME] [--state STATE] [--limit NUMBER] [--database ADDRESS]',
  help: [
    'A line for each delivery, newest first: its id, when the event happened, its state, type and',
    'subject; below it a line for each attempt: when, how long, and the status or what went wrong.',
    'Of a payment or checkout: the calls to its notificationUrl and shopperResultUrl, at most 20.',
    '',
    ...FILTER_HELP,
    '  --limit NUMBER      1 to 500; 100 when absent',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, ...FILTER, limit: text },
  operands: ['the id of a webhook, a payment or a checkout'],

  run(words, context) {
    const names = { ...NAMES, limit: 'limit' }
    const values = parametersOf(words, context, { operation: 'webhooks.deliveries', names })
    return withStore(words, context, async (store) => {
      const calls = await listCalls(idOf(words), { store })
      if (calls.length > 0) {
        for (const line of calls.flatMap(linesOf)) context.print(line)
        return 0
      }
      const { id } = await webhookOf(store, idOf(words))
      const limit = Number(values.get('limit'))
      const { deliveries, next } = await listDeliveries(id, filterOf(values), limit, { store })
      for (const line of deliveries.flatMap(linesOf)) context.print(line)
      if (next !== undefined) context.print(`more: --cursor ${cursorOfPlace(next)}`)
      return 0
    })
  },
}

export const replayDeliveriesCommand: Command = {
  name: 'webhook replay',
  summary: 'sends deliveries again: one, or those of a time frame',
  usage: 'ID --delivery ID | --from TIME [--to TIME] [--state STATE] [--database ADDRESS]',
  help: [
    'They have the same webhook-id and body as before, so a receiver can tell that it knows them.',
    'At most 1,000, newest first; test messages are left out.',
    '',
    '  --delivery ID       one of them, as webhook deliveries shows it',
    ...FILTER_HELP,
    DATABASE_HELP,
  ],
  options: { ...databaseOption, delivery: text, ...FILTER },
  operands: ['the id of a webhook'],

  run(words, context) {
    const names = { ...NAMES, delivery: 'deliveryId' }
    const values = parametersOf(words, context, { operation: 'webhooks.replay', names })
    return withStore(words, context, async (store) => {
      const { id } = await webhookOf(store, idOf(words))
      const parts = { store, clock: sharedClock(context.clock) }
      const deliveryId = values.get('deliveryId')
      const filter: DeliveryFilter = filterOf(values)
      const replayed = doneOrFault(
        deliveryId === undefined
          ? await replayRange(id, filter, parts)
          : await replayOne(id, deliveryId, parts),
      )
      context.print(`sent again: ${replayed.count}`)
      const { next } = replayed
      if (next !== undefined) context.print(`more: --cursor ${cursorOfPlace(next)}`)
      return 0
    })
  },
}

function linesOf({ delivery, attempts }: LoggedDelivery): readonly string[] {
  const { id, createdAtMs, state, kind, type, action, subjectId, url } = delivery
  const event = action === null ? type : `${type} ${action}`
  const what = url === null ? `${event} ${subjectId}` : `${kind} ${url}`
  return [
    `${id} ${wireTimestamp(createdAtMs)} ${state} ${what}`,
    ...attempts.map(({ atMs, endedAtMs, status, reason }) => {
      const outcome = [status, reason].filter((one) => one !== null).join(' ')
      return `  ${wireTimestamp(atMs)} ${endedAtMs - atMs} ms ${outcome}`
    }),
  ]
}
