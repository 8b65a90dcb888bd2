import { type CommandContext, CommandFault, type Words } from '../../../cli/command.ts'
import { configOf } from '../../../cli/databases.ts'
import { vaultKeysOf } from '../../../cli/vault-keys.ts'
import { createUrlJudge } from '../../../http/outgoing/targets.ts'
import { sharedClock, wireTimestamp } from '../../../kernel/timers/clock.ts'
import { openVault } from '../../../kernel/vault/vault.ts'
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
  const keys = await vaultKeysOf(config, store)
  const clock = sharedClock(context.clock)
  return createManagement({
    store,
    vault: await openVault({ store, clock, ...keys }),
    clock,
  })
}

/** Why an address may not be called by the gateway of this command. */
export function urlFaultOf(
  words: Words,
  context: CommandContext,
): (url: string) => string | undefined {
  const { environment, outgoingSubnets } = configOf(words, context)
  return createUrlJudge({ environment, allowedSubnets: outgoingSubnets })
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
