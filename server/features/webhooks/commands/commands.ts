import type { Command } from '../../../cli/command.ts'
import { memberLines, routeCommand } from '../../../cli/route-command.ts'
import { peoplesRoute } from '../peoples-routes.ts'
import { deliveriesCommand, replayCommand } from './deliveries.ts'
import { listenCommand } from './listen.ts'

/** A webhook, as far as its line says it. */
interface ShownWebhook {
  readonly id: string
  readonly state: string
  readonly stateReason?: string
  readonly format: string
  readonly types: readonly string[]
  readonly url: string
}

interface WebhookWithSecret extends ShownWebhook {
  readonly secret: string
  readonly encryptionKey?: string
  readonly olderSecretEndsAt?: string
}

const ofOne = { operands: ['ID'] } as const
const secret = ['secret', 'Your own.'] as const

const createCommand = routeCommand<WebhookWithSecret>({
  name: 'webhook create',
  summary: 'sends the events of an entity to an address; prints the secret once',
  help: [
    'Events of the entity and of all below it. The webhook is inactive until the receiver answers the',
    'test message, which a running gateway sends at once. Prints the id, then the secret; it is sealed',
    'by the vault, so this needs the key of the gateway, as token create does.',
  ],
  route: peoplesRoute('createWebhook'),
  entity: true,
  options: {
    url: ['url', 'Where events are sent.'],
    format: ['format', 'signed when absent.'],
    wrapper: ['wrapper', 'Of the encrypted format: none, or json for {"encryptedBody"}.'],
    types: ['types', 'All but HOLD and DISPUTE when absent.'],
    'payment-types': ['paymentTypes', 'Of which payments, such as DB,RF; all when absent.'],
    actions: ['actions', 'Of registrations; all when absent.'],
    fields: ['fields', 'ALL when absent.'],
    secret,
  },
  lines: secretLines,
})

const listCommand = routeCommand<{ readonly webhooks: readonly ShownWebhook[] }>({
  name: 'webhook list',
  summary: 'lists the webhooks of an entity',
  help: [
    'A line for each webhook of exactly this entity, oldest first: id, state, format, types, address;',
    'of a disabled one also why.',
  ],
  route: peoplesRoute('listWebhooks'),
  entity: true,
  lines: ({ webhooks }) => webhooks.map(lineOf),
})

const showCommand = routeCommand<ShownWebhook>({
  ...ofOne,
  name: 'webhook show',
  summary: 'shows a webhook, without its secret',
  help: ['Its address, its format, which events it is sent, and its state.'],
  route: peoplesRoute('readWebhook'),
  lines: (webhook) => memberLines(webhook, 10),
})

const deleteCommand = routeCommand<ShownWebhook>({
  ...ofOne,
  name: 'webhook delete',
  summary: 'deletes a webhook: nothing more is sent to it',
  help: ['What waits for it is not sent. There is no way back.'],
  route: peoplesRoute('deleteWebhook'),
  lines: ({ id }) => [`${id} was deleted`],
})

const testCommand = routeCommand<ShownWebhook>({
  ...ofOne,
  name: 'webhook test',
  summary: 'sends a test message; an answered one activates the webhook',
  help: [
    'A running gateway sends it within a second. What came of it: tillgate webhook deliveries.',
  ],
  route: peoplesRoute('testWebhook'),
  lines: ({ id }) => [`a test message waits for ${id}`],
})

const rotateCommand = routeCommand<WebhookWithSecret>({
  ...ofOne,
  name: 'webhook rotate',
  summary: 'replaces the secret of a webhook; prints the new one once',
  help: [
    'Until the older secret ends, signed calls carry a signature by each of the two; encrypted calls',
    'use the older one.',
  ],
  route: peoplesRoute('rotateWebhookSecret'),
  options: {
    hours: ['olderSecretHours', 'How long the older secret counts; 24 when absent.'],
    secret,
  },
  lines: secretLines,
})

/** `tillgate webhook …`, in the order in which help shows them. */
export const webhookCommands: readonly Command[] = [
  createCommand,
  listCommand,
  showCommand,
  deleteCommand,
  testCommand,
  deliveriesCommand,
  replayCommand,
  rotateCommand,
  listenCommand,
]

function secretLines(made: WebhookWithSecret): readonly string[] {
  const { encryptionKey, olderSecretEndsAt } = made
  return [
    made.id,
    made.secret,
    ...(encryptionKey === undefined ? [] : [`encryption key ${encryptionKey}`]),
    ...(olderSecretEndsAt === undefined ? [] : [`the older one counts until ${olderSecretEndsAt}`]),
  ]
}

function lineOf({ id, state, stateReason, format, types, url }: ShownWebhook): string {
  const reason = stateReason === undefined ? '' : ` (${stateReason})`
  return `${id} ${state} ${format} ${types.join(',')} ${url}${reason}`
}
