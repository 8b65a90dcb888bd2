import { integerBetween, optional, sorted, text, time, version, wordOf } from './column.ts'
import { type RowOf, table } from './table.ts'

/** Maximum number of webhooks of one entity; each level of the entity tree is counted separately. */
export const MAX_WEBHOOKS = 20

/** A receiver of events of an entity and of all entities below it (decisions §9). */
export const webhooks = table({
  name: 'webhook',
  key: ['id'],
  columns: {
    id: text,
    /** An entity of any level. */
    entityId: sorted(text),
    url: text,
    format: wordOf<'signed' | 'encrypted'>(),
    /** Of `encrypted` alone: whether the body is hexadecimal text or JSON with such text. */
    wrapper: wordOf<'none' | 'json'>(),
    /** JSON text: a list of `{type, actions?, paymentTypes?}`. */
    types: text,
    fields: wordOf<'ALL' | 'NON_CUSTOMER_DATA'>(),
    /** Only an `active` one is sent events. */
    state: wordOf<'inactive' | 'active' | 'disabled' | 'deleted'>(),
    /** Why it is in this state, where that is not what the merchant asked for. */
    stateReason: optional(text),
    /** Sealed by the vault: its one or two secrets. Empty once it is deleted. */
    sealedSecrets: text,
    /** When the first of the calls failed that have all failed since. */
    failingSinceMs: optional(time),
    createdAtMs: time,
    updatedAtMs: time,
    version,
    /** Which of the webhooks of its entity it is: no two have the same. `null` once it is deleted. */
    slot: optional(integerBetween(1, MAX_WEBHOOKS)),
  },
  read: 'webhook',
  insert: 'insertWebhook',
  step: {
    kind: 'stepWebhook',
    sets: [
      'url',
      'format',
      'wrapper',
      'types',
      'fields',
      'state',
      'stateReason',
      'sealedSecrets',
      'failingSinceMs',
      'updatedAtMs',
      'slot',
    ],
  },
})

export type WebhookRow = RowOf<typeof webhooks>
