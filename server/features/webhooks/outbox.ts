import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '../../../common/durations.ts'
import type { OutgoingLimits } from '../../http/outgoing/client.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { formatRequest } from '../../kernel/webhook-formats/format-request.ts'
import { openSecrets } from '../../kernel/webhook-formats/secrets.ts'
import {
  type CallKind,
  type CallKinds,
  type CallOutcome,
  type Notifications,
  type NotifiedEntity,
  paymentPayload,
} from '../../payments/index.ts'
import type {
  Change,
  ChangeSet,
  DeliveryRow,
  PaymentRow,
  Store,
  WebhookRow,
} from '../../store/port.ts'
import { disabledChanges } from './disabled-notified.ts'
import { notificationBody } from './notifications.ts'
import type { SenderParts } from './queue-run.ts'
import { TEST_RETRIES_MS, WEBHOOK_RETRIES_MS } from './retry-plan.ts'
import { createSender, type Sender } from './sender.ts'

/** Limits of calls to servers of merchants (R-WH-2). */
export const CALL_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 30_000,
  answerBytes: 64 * 1024,
  cutsAnswers: true,
  headerBytes: 16 * 1024,
  // Sockets to one server, which may receive the calls of all queues, four calls each: a queue whose calls
  // hang must not use up the sockets of others.
  sockets: 2_000,
  idleSocketMs: 4_000,
}

/** The parts with which the process makes calls to servers of merchants. */
export type OutgoingCalls = Pick<SenderParts, 'send' | 'holder' | 'random' | 'pace'>

interface OutboxParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'openCredential'>
  readonly clock: EntityClock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly notifications: Notifications
  /** The kinds of calls that features write. */
  readonly callKinds: CallKinds
  /** Absent: deliveries are written, but not sent. */
  readonly calls?: OutgoingCalls | undefined
}

interface Outbox {
  readonly sender: Sender
  /** Wakes the sender where a commit gives it work, so that this process sends it at once. */
  wake(changes: ChangeSet): void
}

/** Creates the parts that send calls to servers of merchants. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { store, vault, clock, log, notifications, calls, callKinds } = parts
  const ofWebhooks = createWebhookCalls({ store, vault, clock, log, notifications })
  const kinds = { ...ofWebhooks, ...callKinds }
  const merchantOf = async (entityId: string) => {
    const path = await store.read.entityPath(entityId)
    return path.find(({ kind }) => kind === 'merchant')?.id ?? entityId
  }
  const sender =
    calls === undefined
      ? sendsNothing
      : createSender({ store, clock, log, kinds, merchantOf, ...calls })
  return {
    sender,
    wake(changes) {
      if (changes.some(isForSender)) sender.wake(queuesOf(changes))
    },
  }
}

const sendsNothing: Sender = {
  look: async () => undefined,
  wake: () => undefined,
  idle: async () => undefined,
  stop: async () => undefined,
}

/** A result-URL call is due much later. */
function isForSender(change: Change): boolean {
  if (change.kind === 'insertNotice') return true
  return change.kind === 'insertDelivery' && change.row.kind !== 'resultUrl'
}

function queuesOf(changes: ChangeSet): ReadonlySet<string> {
  const queues = new Set<string>()
  for (const change of changes) {
    if (change.kind === 'insertNotice') queues.add(change.row.webhookId)
    else if (change.kind === 'insertDelivery' && isForSender(change)) queues.add(change.row.queue)
  }
  return queues
}

/** A webhook is disabled after all its calls have failed for this time (R-WH-2). */
const MAX_FAILING_MS = 30 * DAY_MS

interface WebhookCallParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'openCredential'>
  readonly clock: EntityClock
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly notifications: Notifications
}

/** Makes the calls of notifications and test messages, and changes the webhook by their answers. */
export function createWebhookCalls(
  parts: WebhookCallParts,
): Readonly<Record<'webhook' | 'test', CallKind>> {
  const { store, vault, log } = parts

  async function call(delivery: DeliveryRow, nowMs: number) {
    const webhook = await store.read.webhook(delivery.webhookId ?? '')
    const isWanted =
      delivery.kind === 'test' ? webhook?.state !== 'deleted' : webhook?.state === 'active'
    if (webhook === undefined || !isWanted) return undefined
    const plainBody = delivery.body ?? (await bodyOf(delivery, webhook, parts))
    const { url, format, wrapper } = webhook
    const { id } = delivery
    const secrets = openSecrets(vault, webhook)
    if (secrets === undefined) {
      log.error({ webhookId: webhook.id }, `A webhook is not called: ${SECRET_DOES_NOT_OPEN}`)
      return { url, method: 'POST', headers: {}, fault: SECRET_DOES_NOT_OPEN } as const
    }
    const formatted = formatRequest({ format, wrapper, secrets, id, atMs: nowMs, body: plainBody })
    return { url, method: 'POST', ...formatted, plainBody } as const
  }

  return {
    webhook: {
      call,
      retryDelaysMs: WEBHOOK_RETRIES_MS,
      after: (delivery, outcome) => noteOutcome(delivery, outcome, parts),
    },
    test: {
      call,
      retryDelaysMs: TEST_RETRIES_MS,
      after: (delivery, outcome) => activate(delivery, outcome, parts),
    },
  }
}

const SECRET_DOES_NOT_OPEN = 'its secret does not open: give it a new one'

/** The body, made at the first attempt: the payload of a payment with an outcome does not change. */
async function bodyOf(
  { type, action, subjectId, entityId }: DeliveryRow,
  { fields }: WebhookRow,
  { store, notifications }: WebhookCallParts,
): Promise<string> {
  const payment: PaymentRow | undefined = await store.read.payment(subjectId)
  if (payment === undefined) throw new Error(`Payment ${subjectId} vanished`)
  const { channelName } = await notifications.of(entityId)
  return notificationBody({ type, action }, paymentPayload(payment, channelName), fields)
}

type WebhookChange = Partial<Pick<WebhookRow, 'state' | 'stateReason' | 'failingSinceMs'>>

/** Begins and ends the time in which all calls fail, and disables a webhook that wants no more. */
async function noteOutcome(
  { webhookId, entityId }: DeliveryRow,
  { isDelivered, status, url }: CallOutcome,
  parts: WebhookCallParts,
): Promise<void> {
  const nowMs = parts.clock.of(entityId)
  await changeWebhook(webhookId ?? '', parts, (webhook): WebhookChange | undefined => {
    const { state, failingSinceMs } = webhook
    if (state !== 'active' || webhook.url !== url) return undefined
    if (isDelivered) return failingSinceMs === null ? undefined : { failingSinceMs: null }
    if (status === 410) return disabled('the receiver answered with 410')
    if (failingSinceMs === null) return { failingSinceMs: nowMs }
    if (nowMs - failingSinceMs < MAX_FAILING_MS) return undefined
    return disabled('all calls failed for 30 days')
  })
}

function disabled(stateReason: string): WebhookChange {
  return { state: 'disabled', stateReason }
}

function activate(
  { webhookId }: DeliveryRow,
  { isDelivered, url }: CallOutcome,
  parts: WebhookCallParts,
): Promise<void> | undefined {
  if (!isDelivered) return undefined
  return changeWebhook(webhookId ?? '', parts, (webhook) =>
    (webhook.state === 'inactive' || webhook.state === 'disabled') && webhook.url === url
      ? { state: 'active', stateReason: null, failingSinceMs: null }
      : undefined,
  )
}

async function changeWebhook(
  id: string,
  parts: WebhookCallParts,
  decide: (webhook: WebhookRow) => WebhookChange | undefined,
): Promise<void> {
  const { store, clock, log, notifications } = parts
  const changed = await decideAndCommit<DecidedChange | undefined, WebhookChange | undefined>(
    parts,
    {
      load: async () => {
        const webhook = await store.read.webhook(id)
        const change = webhook && decide(webhook)
        if (webhook === undefined || change === undefined) return undefined
        const mustTell = change.state === 'disabled'
        const told = mustTell ? await notifications.of(webhook.entityId) : undefined
        return { webhook, change, told }
      },
      decide: (decided) => {
        if (decided === undefined) return { result: undefined }
        const { webhook, change, told } = decided
        const set = { ...change, updatedAtMs: clock.now() }
        const { version } = webhook
        const after = { ...webhook, ...set, version: version + 1 }
        const step = { kind: 'stepWebhook', id, expectedVersion: version, set } as const
        const changes = [step, ...(told === undefined ? [] : disabledChanges(after, told))]
        return { result: change, parts: [{ owner: 'webhook', changes }] }
      },
    },
  )
  if (changed?.state !== 'disabled') return
  log.warn({ webhookId: id, reason: changed.stateReason }, 'a webhook is disabled')
}

interface DecidedChange {
  readonly webhook: WebhookRow
  readonly change: WebhookChange
  /** Of a webhook that is being disabled: those that are told. */
  readonly told: NotifiedEntity | undefined
}
