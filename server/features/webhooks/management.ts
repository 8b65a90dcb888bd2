import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import {
  newWebhookSecret,
  openSecrets,
  rotateSecrets,
  sealSecrets,
} from '../../kernel/webhook-formats/secrets.ts'
import { newDelivery } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import { type Change, MAX_WEBHOOKS, type Store, type WebhookRow } from '../../store/port.ts'
import type { WebhookSettings } from './webhook-settings.ts'

export interface ManagementParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'sealCredential' | 'openCredential'>
  readonly clock: EntityClock
}

/** A webhook with its new secret, which is shown only in this answer. */
export interface WebhookWithSecret {
  readonly webhook: WebhookRow
  readonly secret: string
  /** After a rotation: until when the older secret is valid. */
  readonly olderEndsAtMs?: number
}

/** Changes for the same commit, such as those of the request's idempotency key. */
type Extra<Made> = (made: Made) => readonly ChangePart[]

type Done<Made> = Promise<Made | Refusal | KeyInUse>

interface WantedWebhook {
  readonly entityId: string
  readonly settings: WebhookSettings
  readonly secret?: string
}

/** Creates and changes webhooks, for the routes and the command. */
export interface Management {
  /** Inactive until its test message, which is due at once, is answered. */
  create(wanted: WantedWebhook, extra?: Extra<WebhookWithSecret>): Done<WebhookWithSecret>
  /** `settings` makes the new ones of the present ones. Another address makes it inactive until its test message is answered. */
  change(
    id: string,
    settings: (present: WebhookRow) => WebhookSettings,
    extra?: Extra<WebhookRow>,
  ): Done<WebhookRow>
  /** Calls that are still waiting are given up. */
  remove(id: string): Done<WebhookRow>
  /** Sends a test message; an answered one activates an inactive or disabled webhook. */
  test(id: string, extra?: Extra<WebhookRow>): Done<WebhookRow>
  /** Makes a new secret; the present one is valid until `olderEndsAtMs`. */
  rotate(
    id: string,
    wanted: { readonly secret?: string; readonly olderEndsAtMs: number },
    extra?: Extra<WebhookWithSecret>,
  ): Done<WebhookWithSecret>
}

export function createManagement(parts: ManagementParts): Management {
  const { vault, clock } = parts

  return {
    create: (wanted, extra) => create(wanted, parts, extra),

    change: (id, settingsFor, extra) =>
      step(
        id,
        (row) => {
          const settings = settingsFor(row)
          // The new address has not answered a test message yet (decisions §9).
          const isMoved = settings.url !== row.url && row.state === 'active'
          const set = { ...settings, ...(isMoved ? { state: 'inactive' as const } : {}) }
          const made = { ...row, ...set }
          const further = made.state === 'active' ? [] : [testMessage(made, clock)]
          return { made, set, further }
        },
        parts,
        extra,
      ),

    remove: (id) =>
      step(
        id,
        (row) => {
          const set = { state: 'deleted', sealedSecrets: '', slot: null } as const
          return { made: { ...row, ...set }, set }
        },
        parts,
      ),

    test: (id, extra) =>
      step(id, (row) => ({ made: row, set: {}, further: [testMessage(row, clock)] }), parts, extra),

    rotate: (id, { secret = newWebhookSecret(), olderEndsAtMs }, extra) =>
      step(
        id,
        (row) => {
          const before = openSecrets(vault, row)
          // One that does not open can be sent with no more.
          const after =
            before === undefined
              ? { current: secret }
              : rotateSecrets(before, { fresh: secret, olderEndsAtMs })
          const set = { sealedSecrets: sealSecrets(vault, id, after) }
          return { made: { webhook: { ...row, ...set }, secret, olderEndsAtMs }, set }
        },
        parts,
        extra,
      ),
  }
}

async function create(
  { entityId, settings, secret = newWebhookSecret() }: WantedWebhook,
  parts: ManagementParts,
  extra?: Extra<WebhookWithSecret>,
): Done<WebhookWithSecret> {
  const { store, clock } = parts
  const withoutSlot = newWebhook({ entityId, settings, secret }, parts)
  const done = await decideAndCommit<number, WebhookWithSecret | Refusal | KeyInUse>(parts, {
    load: async () => freeSlot(await store.read.webhooksOfEntity(entityId)),
    decide: (slot) => {
      if (slot > MAX_WEBHOOKS) return { result: tooManyWebhooks }
      const webhook = { ...withoutSlot, slot }
      const made = { webhook, secret }
      const own = ownPart([{ kind: 'insertWebhook', row: webhook }, testMessage(webhook, clock)])
      return { result: made, parts: [...(extra?.(made) ?? []), own] }
    },
    onConflict: keyInUse,
  })
  return done ?? tooBusy
}

/** Changes an existing webhook as `decide` says. */
async function step<Made>(
  id: string,
  decide: (row: WebhookRow) => Stepped<Made> | Refusal,
  parts: ManagementParts,
  extra?: Extra<Made>,
): Done<Made> {
  const { store, clock } = parts
  const done = await decideAndCommit<WebhookRow | undefined, Made | Refusal | KeyInUse>(parts, {
    load: () => store.read.webhook(id),
    decide: (row) => {
      if (row === undefined || row.state === 'deleted') return { result: unknownWebhook }
      const updatedAtMs = clock.now()
      const stepped = decide({ ...row, updatedAtMs })
      if (isRefusal(stepped)) return { result: stepped }
      const { made, set, further = [] } = stepped
      const own: Change = {
        kind: 'stepWebhook',
        id,
        expectedVersion: row.version,
        set: { ...set, updatedAtMs },
      }
      return { result: made, parts: [...(extra?.(made) ?? []), ownPart([own, ...further])] }
    },
    onConflict: keyInUse,
  })
  return done ?? tooBusy
}

interface Stepped<Made> {
  readonly made: Made
  readonly set: Partial<
    Pick<WebhookRow, keyof WebhookSettings | 'state' | 'sealedSecrets' | 'slot'>
  >
  readonly further?: readonly Change[]
}

function newWebhook(
  { entityId, settings, secret }: Required<WantedWebhook>,
  { vault, clock }: ManagementParts,
): WebhookRow {
  const nowMs = clock.now()
  const id = newObjectId(nowMs)
  return {
    id,
    entityId,
    ...settings,
    state: 'inactive',
    stateReason: null,
    sealedSecrets: sealSecrets(vault, id, { current: secret }),
    failingSinceMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
    slot: null,
  }
}

/** The first message that a receiver gets (reference behaviour §5). It is not about a payment. */
const TEST_BODY = JSON.stringify({ type: 'test', action: 'webhook activation', payload: {} })

function testMessage(webhook: WebhookRow, clock: EntityClock): Change {
  const row = newDelivery({
    webhookId: webhook.id,
    kind: 'test',
    type: 'test',
    action: 'webhook activation',
    entityId: webhook.entityId,
    orderKey: webhook.id,
    subjectId: webhook.id,
    sequence: 1,
    body: TEST_BODY,
    nowMs: clock.now(),
    dueAtMs: clock.of(webhook.entityId),
  })
  return { kind: 'insertDelivery', row }
}

function ownPart(changes: readonly Change[]): ChangePart {
  return { owner: 'webhooks', changes }
}

/** The first slot that none of these webhooks has; above `MAX_WEBHOOKS` where all are taken. */
function freeSlot(present: readonly WebhookRow[]): number {
  const taken = new Set(present.map(({ slot }) => slot))
  let slot = 1
  while (taken.has(slot)) slot++
  return slot
}

const tooManyWebhooks: Refusal = refuse('200.300.404', {
  description: `This entity has ${MAX_WEBHOOKS} webhooks, more it does not take: delete one first`,
})

export const unknownWebhook: Refusal = refuse('200.300.404', {
  status: 404,
  description: 'There is no webhook with this id',
})
