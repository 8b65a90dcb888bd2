import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../../common/durations.ts'
import { createOutgoingClient } from '../../http/outgoing/client.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import type {
  CallKind,
  CallKinds,
  Core,
  Feature,
  Joined,
  Notifications,
  Started,
} from '../../payments/index.ts'
import type { Store } from '../../store/port.ts'
import { attemptRules, deliveryRules, noticeRules, webhookRules } from './check-rules.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { webhookDoctorChecks } from './doctor-checks.ts'
import { createManagement, type Management } from './management.ts'
import {
  createNotifications,
  notificationUrlCalls,
  notificationUrlExtension,
  webhookExtension,
} from './notifications.ts'
import { CALL_LIMITS, createOutbox, type OutgoingCalls } from './outbox.ts'
import { peoplesRoutes } from './peoples-routes.ts'
import { createCallPace } from './queue-run.ts'
import { webhookRoutes } from './routes.ts'

interface MadeAtJoin {
  readonly notifications: Notifications
  readonly notificationUrlCalls: CallKind
}

/** How often deliveries that ended long ago are removed, in milliseconds. */
const FORGETTING_EVERY_MS = 60_000

interface StartParts extends Pick<Core, 'environment' | 'store' | 'vault' | 'clock' | 'log'> {
  readonly notifications: Notifications
  /** The calls that all features write. */
  readonly callKinds: CallKinds
  /** Replaces the calls to servers of merchants. */
  readonly calls?: OutgoingCalls | undefined
  /** `false`: no call to a server of a merchant is made. */
  readonly callsMerchants?: boolean | undefined
  readonly outgoingSubnets: readonly string[]
  /** Whether requests are being served, beside which fewer calls begin. */
  readonly servesRequests: () => boolean
  /** Which share of the time the event loop was busy lately. */
  readonly loopLoad: () => number
}

/** Beside requests, calls to servers of merchants may keep the event loop busy for this share of the time. */
const LOAD_BESIDE_CALLS = 0.5

/** Calls leave by the guarded client. */
function callsOf(parts: StartParts): OutgoingCalls {
  const { environment, outgoingSubnets: allowedSubnets, servesRequests, loopLoad } = parts
  const send = createOutgoingClient({ environment, allowedSubnets, limits: CALL_LIMITS })
  const pace = createCallPace(() => servesRequests() && loopLoad() > LOAD_BESIDE_CALLS)
  return { send, holder: randomUUID(), random: Math.random, pace }
}

/** Tells servers of merchants what happened. */
export const webhooks = {
  name: 'webhooks',
  routes: [...webhookRoutes, ...deliveryRoutes, ...peoplesRoutes],
  commands: async () => (await import('./commands/commands.ts')).webhookCommands,
  seals: [{ table: 'webhook', id: 'id', column: 'sealed_secrets', placeOf: (id) => id }],
  checks: [webhookRules, noticeRules, deliveryRules, attemptRules],
  doctor: webhookDoctorChecks,

  join({ store, clock }: Pick<Core, 'store' | 'clock'>): Joined & MadeAtJoin {
    const notifications = createNotifications({ store, clock })
    return {
      notifications,
      extensions: { tell: [webhookExtension(notifications), notificationUrlExtension(clock)] },
      notificationUrlCalls,
    }
  },

  start(parts: StartParts): Started & { readonly management: Management } {
    const { store, vault, clock } = parts
    const { callsMerchants = true } = parts
    const calls = callsMerchants ? (parts.calls ?? callsOf(parts)) : undefined
    const { sender, wake } = createOutbox({ ...parts, calls })
    return {
      management: createManagement({ store, vault, clock }),
      afterCommit: wake,
      work: [
        { run: () => sender.look().then(() => false) },
        {
          everyMs: FORGETTING_EVERY_MS,
          needsRightTime: true,
          run: () => forgetOldDeliveries(store, clock.now()),
        },
      ],
      close: () => sender.stop(),
    }
  },
} as const satisfies Feature

/** How long ended deliveries are kept together with their attempts. */
const KEPT_MS = 30 * DAY_MS

/** Number deleted in one commit; more would delay payments that wait for the store. */
const DELETED_AT_ONCE = 200

/** Deletes deliveries that ended long ago; returns whether there may be more. Rejects with the store. */
async function forgetOldDeliveries(store: Store, nowMs: number): Promise<boolean> {
  const beforeMs = nowMs - KEPT_MS
  const old = await store.read.endedDeliveries(firstIdAt(beforeMs), beforeMs, DELETED_AT_ONCE)
  if (old.length === 0) return false
  await store.commit(old.map(({ id }) => ({ kind: 'deleteDelivery', id, beforeMs })))
  return old.length === DELETED_AT_ONCE
}
