import { type CommandContext, CommandFault, textOption, type Words } from '../../../cli/command.ts'
import { configOf } from '../../../cli/databases.ts'
import type { KeyInUse } from '../../../http/idempotency/entry.ts'
import { createUrlJudge } from '../../../http/outgoing/targets.ts'
import { sharedClock, wireTimestamp } from '../../../kernel/timers/clock.ts'
import { masterKeyOf } from '../../../kernel/vault/master-key.ts'
import { openVault } from '../../../kernel/vault/vault.ts'
import type { Operation } from '../../../parameters/operations.ts'
import { validate } from '../../../parameters/validate.ts'
import type { ParameterValues } from '../../../parameters/values.ts'
import { descriptionOf } from '../../../results/catalogue.ts'
import { isRefusal, type Refusal } from '../../../results/refusal.ts'
import type { Store, WebhookRow } from '../../../store/port.ts'
import { createManagement, type Management } from '../management.ts'
import { wantedTypesOf } from '../webhook-settings.ts'

/** Opens what changes webhooks, on the store of a command. */
export async function openManagement(
  store: Store,
  words: Words,
  context: CommandContext,
): Promise<Management> {
  const config = configOf(words, context)
  const masterKey = await masterKeyOf(config)
  const clock = sharedClock(context.clock)
  return createManagement({
    store,
    vault: await openVault({ store, masterKey, clock }),
    clock,
  })
}

/** The options of a command as parameters of a route, by the same rules. `names`: parameter by option. */
export function parametersOf(
  words: Words,
  context: CommandContext,
  { operation, names }: { operation: Operation; names: Readonly<Record<string, string>> },
): ParameterValues {
  const optionOf = new Map(Object.entries(names).map(([option, name]) => [name, option]))
  const sent = Object.entries(names).flatMap(([option, name]): [string, string][] => {
    const value = textOption(words, option)
    return value === undefined ? [] : [[name, value]]
  })
  const { environment, outgoingSubnets } = configOf(words, context)
  const read = validate(operation, sent, {
    profile: 'strict',
    environment,
    nowMs: context.clock.now(),
    urlFault: createUrlJudge({ environment, allowedSubnets: outgoingSubnets }),
  })
  if (read.ok) return read.values
  const faults = read.errors.map(
    ({ name, message }) => `--${optionOf.get(name) ?? name} ${message}`,
  )
  throw new CommandFault(2, faults.join('; '))
}

/** What was done; a refusal ends the command. */
export function doneOrFault<Made extends object>(made: Made): Exclude<Made, Refusal | KeyInUse> {
  // A command has no key that another one could have used.
  if (!isRefusal(made)) return made as Exclude<Made, Refusal | KeyInUse>
  const faults = made.parameterErrors?.map(({ name, message }) => `--${name} ${message}`)
  const message = faults?.join('; ') ?? made.description ?? descriptionOf(made.code)
  throw new CommandFault(1, message)
}

/** The webhook of an id; ends the command when there is none. */
export async function webhookOf(store: Store, id: string): Promise<WebhookRow> {
  const webhook = await store.read.webhook(id)
  if (webhook !== undefined && webhook.state !== 'deleted') return webhook
  throw new CommandFault(1, `there is no webhook ${JSON.stringify(id)}: see tillgate webhook list`)
}

/** One line about a webhook. */
export function lineOf({ id, state, stateReason, format, url, ...webhook }: WebhookRow): string {
  const types = wantedTypesOf(webhook).map(({ type }) => type)
  const reason = stateReason === null ? '' : ` (${stateReason})`
  return `${id} ${state} ${format} ${types.join(',')} ${url}${reason}`
}

/** Everything about a webhook but its secret, a member a line. */
export function linesOf(webhook: WebhookRow): readonly string[] {
  const { id, entityId, url, format, wrapper, types, fields, state, stateReason } = webhook
  const members = {
    id,
    entityId,
    url,
    format: format === 'encrypted' ? `${format}, wrapper ${wrapper}` : format,
    types,
    fields,
    state: stateReason === null ? state : `${state}: ${stateReason}`,
    createdAt: wireTimestamp(webhook.createdAtMs),
    updatedAt: wireTimestamp(webhook.updatedAtMs),
  }
  return Object.entries(members).map(([name, value]) => `${name.padEnd(10)} ${value}`)
}
