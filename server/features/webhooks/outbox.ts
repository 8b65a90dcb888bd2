import type { FastifyBaseLogger } from 'fastify'
import type { OutgoingLimits } from '../../http/outgoing/client.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { Change, ChangeSet, Store } from '../../store/port.ts'
import { withCommit } from '../../store/with-commit.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import type { SenderParts } from './queue-run.ts'
import { createSender, type Sender } from './sender.ts'
import { createWebhookCalls } from './webhook-calls.ts'

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

export interface OutboxParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'openCredential'>
  readonly clock: EntityClock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** The kinds of calls that other features write. */
  readonly furtherKinds: SenderParts['kinds']
  /** Absent: deliveries are written, but not sent. */
  readonly calls?: OutgoingCalls | undefined
}

export interface Outbox {
  readonly notifications: Notifications
  readonly sender: Sender
  /** The store; its commits that write notices or deliveries wake the sender. */
  readonly store: Store
}

/** Creates the parts that report changes to servers of merchants. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { store, vault, clock, log, calls, furtherKinds } = parts
  const notifications = createNotifications({ store, clock })
  const ofWebhooks = createWebhookCalls({ store, vault, clock, log, notifications })
  const kinds = { ...ofWebhooks, ...furtherKinds }
  const merchantOf = async (entityId: string) => {
    const path = await store.read.entityPath(entityId)
    return path.find(({ kind }) => kind === 'merchant')?.id ?? entityId
  }
  const sender =
    calls === undefined
      ? sendsNothing
      : createSender({ store, clock, log, kinds, merchantOf, ...calls })
  return { notifications, sender, store: wakingStore(store, sender) }
}

const sendsNothing: Sender = {
  look: async () => undefined,
  wake: () => undefined,
  idle: async () => undefined,
  stop: async () => undefined,
}

/** Wakes the sender after a commit that gives it work, so that this process sends it at once. */
function wakingStore(store: Store, sender: Sender): Store {
  return withCommit(store, (changes) => {
    const committed = store.commit(changes)
    if (!changes.some(isForSender)) return committed
    return committed.then((result) => {
      if (result.applied) sender.wake(queuesOf(changes))
      return result
    })
  })
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
