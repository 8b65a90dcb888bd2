import type { FastifyBaseLogger } from 'fastify'
import type { OutgoingLimits } from '../../http/outgoing/client.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { CallKinds, Notifications } from '../../payments/index.ts'
import type { Change, ChangeSet, Store } from '../../store/port.ts'
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
  readonly notifications: Notifications
  /** The kinds of calls that features write. */
  readonly callKinds: CallKinds
  /** Absent: deliveries are written, but not sent. */
  readonly calls?: OutgoingCalls | undefined
}

export interface Outbox {
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
