import { HOUR_MS } from '../../../../common/durations.ts'
import type { Command, CommandContext, ExitCode, Words } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../cli/open-entities.ts'
import { doneOrFault, parametersOf } from '../../../cli/parameters-of-words.ts'
import { wireTimestamp } from '../../../kernel/timers/clock.ts'
import { hexOfSecret, secretOf } from '../../../kernel/webhook-formats/secrets.ts'
import type { ParameterValues } from '../../../parameters/values.ts'
import { EVENT_TYPES } from '../../../parameters/webhooks.ts'
import type { Store } from '../../../store/port.ts'
import type { Management, WebhookWithSecret } from '../management.ts'
import { webhookSettingsOf } from '../webhook-settings.ts'
import { lineOf, linesOf, openManagement, urlFaultOf, webhookOf } from './open-webhooks.ts'

const text = { type: 'string' } as const

const SETTINGS_HELP = [
  '  --url ADDRESS       where events are sent',
  '  --format FORMAT     signed or encrypted; signed when absent',
  '  --wrapper WRAPPER   of the encrypted format: none, or json for {"encryptedBody"}',
  `  --types LIST        ${EVENT_TYPES.join()}; all when absent`,
  '  --payment-types LIST  of which payments, such as DB,RF; all when absent',
  '  --actions LIST      of registrations: CREATED,UPDATED,DELETED; all when absent',
  '  --fields FIELDS     ALL, or NON_CUSTOMER_DATA',
]

/** The parameter of each option. */
const NAMES = {
  url: 'url',
  format: 'format',
  wrapper: 'wrapper',
  types: 'types',
  'payment-types': 'paymentTypes',
  actions: 'actions',
  fields: 'fields',
  secret: 'secret',
}

export const createWebhookCommand: Command = {
  name: 'webhook create',
  summary: 'sends the events of an entity to an address; prints the secret once',
  usage: '--entity ID --url ADDRESS [--format FORMAT] [--types LIST] … [--database ADDRESS]',
  help: [
    'Events of the entity and of all below it. The webhook is inactive until the receiver answers the',
    'test message, which a running gateway sends at once. Prints the id, then the secret; it is sealed',
    'by the vault, so this needs the key of the gateway, as token create does.',
    '',
    '  --entity ID         an entity of any level',
    ...SETTINGS_HELP,
    '  --secret SECRET     your own: whsec_ and base64 of 32 bytes, or 64 hex digits',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    entity: text,
    ...Object.fromEntries(Object.keys(NAMES).map((option) => [option, text])),
  },
  operands: [],

  run(words, context) {
    requiredOption(words, 'url')
    const values = parametersOf(words, context, {
      operation: 'webhooks.create',
      names: NAMES,
      urlFault: urlFaultOf(words, context),
    })
    return withManagement(words, context, async (management, store) => {
      const { id: entityId } = await entityOf(store, requiredOption(words, 'entity'))
      const settings = webhookSettingsOf(values)
      const wanted = { entityId, settings, ...givenSecret(values) }
      printSecret(doneOrFault(await management.create(wanted)), context)
    })
  },
}

export const listWebhooksCommand: Command = {
  name: 'webhook list',
  summary: 'lists the webhooks of an entity',
  usage: '--entity ID [--database ADDRESS]',
  help: [
    'A line for each webhook of exactly this entity, oldest first: id, state, format, types, address;',
    'of a disabled one also why.',
    '',
    '  --entity ID         an entity of any level',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, entity: text },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { id } = await entityOf(store, requiredOption(words, 'entity'))
      for (const webhook of await store.read.webhooksOfEntity(id)) context.print(lineOf(webhook))
      return 0
    })
  },
}

export const showWebhookCommand: Command = {
  name: 'webhook show',
  summary: 'shows a webhook, without its secret',
  usage: 'ID [--database ADDRESS]',
  help: ['Its address, its format, which events it is sent, and its state.', '', DATABASE_HELP],
  options: databaseOption,
  operands: ['the id of a webhook'],

  run(words, context) {
    return withStore(words, context, async (store) => {
      for (const line of linesOf(await webhookOf(store, idOf(words)))) context.print(line)
      return 0
    })
  },
}

export const deleteWebhookCommand: Command = {
  name: 'webhook delete',
  summary: 'deletes a webhook: nothing more is sent to it',
  usage: 'ID [--database ADDRESS]',
  help: ['What waits for it is not sent. There is no way back.', '', DATABASE_HELP],
  options: databaseOption,
  operands: ['the id of a webhook'],

  run(words, context) {
    return withManagement(words, context, async (management) => {
      const { id } = doneOrFault(await management.remove(idOf(words)))
      context.print(`${id} was deleted`)
    })
  },
}

export const testWebhookCommand: Command = {
  name: 'webhook test',
  summary: 'sends a test message; an answered one activates the webhook',
  usage: 'ID [--database ADDRESS]',
  help: [
    'A running gateway sends it within a second. What came of it: tillgate webhook deliveries.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: ['the id of a webhook'],

  run(words, context) {
    return withManagement(words, context, async (management) => {
      const { id } = doneOrFault(await management.test(idOf(words)))
      context.print(`a test message waits for ${id}`)
    })
  },
}

export const rotateWebhookCommand: Command = {
  name: 'webhook rotate',
  summary: 'replaces the secret of a webhook; prints the new one once',
  usage: 'ID [--hours NUMBER] [--secret SECRET] [--database ADDRESS]',
  help: [
    'Until the older secret ends, signed calls carry a signature by each of the two; encrypted calls',
    'use the older one.',
    '',
    '  --hours NUMBER      how long the older secret counts, 0 to 168; 24 when absent',
    '  --secret SECRET     your own: whsec_ and base64 of 32 bytes, or 64 hex digits',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, hours: text, secret: text },
  operands: ['the id of a webhook'],

  run(words, context) {
    const names = { hours: 'olderSecretHours', secret: 'secret' }
    const values = parametersOf(words, context, { operation: 'webhooks.rotate', names })
    return withManagement(words, context, async (management) => {
      const olderEndsAtMs = context.clock.now() + Number(values.get('olderSecretHours')) * HOUR_MS
      const wanted = { olderEndsAtMs, ...givenSecret(values) }
      printSecret(doneOrFault(await management.rotate(idOf(words), wanted)), context)
    })
  },
}

export function idOf({ operands: [id = ''] }: Words): string {
  return id
}

/** Opens what changes webhooks, does `work` with it, and ends the command with 0. */
function withManagement(
  words: Words,
  context: CommandContext,
  work: (management: Management, store: Store) => Promise<void>,
): Promise<ExitCode> {
  return withStore(words, context, async (store) => {
    await work(await openManagement(store, words, context), store)
    return 0
  })
}

/** The secret that the operator gives; without it a new one is made. */
function givenSecret(values: ParameterValues): { readonly secret?: string } {
  const given = values.get('secret')
  return given === undefined ? {} : { secret: secretOf(given) }
}

function printSecret(
  { webhook, secret, olderEndsAtMs }: WebhookWithSecret,
  { print }: CommandContext,
): void {
  print(webhook.id)
  print(secret)
  if (webhook.format === 'encrypted') print(`encryption key ${hexOfSecret(secret)}`)
  if (olderEndsAtMs !== undefined)
    print(`the older one counts until ${wireTimestamp(olderEndsAtMs)}`)
}
