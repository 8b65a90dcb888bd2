import type { IncomingHttpHeaders } from 'node:http'
import { cached, ENTITY_CACHED_MS } from '../../entities/cached.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Change, Store } from '../../store/port.ts'
import type { FindAccount } from '../accounts/account-connectors.ts'
import type { AcquirerEvent } from '../connectors/acquirer-event.ts'
import type { FindConnector } from '../read/routing.ts'
import type { PaymentLog } from '../record/outcomes.ts'
import { MAX_WAITING, WaitingEvents } from './caps.ts'
import { eventRow, timerSubject } from './event-row.ts'
import { createLineLimit } from './log-limit.ts'
import { MerchantPace } from './shares.ts'

/** Events of one request: a body of 1 MiB has some thousands of the smallest ones. */
const MAX_EVENTS = 1_000

/** The shortest time between two events of one merchant that are worked off, in milliseconds. */
const PACE_MS = 5

export interface IntakeParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
  readonly connectorOf: FindConnector
  readonly findAccount?: FindAccount
  /** `MAX_WAITING` when absent. */
  readonly maxWaiting?: number
}

/** What has become of a request of a provider. `noInbox`: there is no such account, or its connector takes none. */
export type EventsTaken =
  | { readonly kind: 'taken'; readonly answer: string }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 413; readonly reason: string }
  | { readonly kind: 'busy' }
  /** Too many of the account wait: the acquirer sends them again. */
  | { readonly kind: 'full' }
  | { readonly kind: 'noInbox' }

/** Takes what providers send. */
export interface EventIntake {
  /**
   * Verifies a request and writes its events, all of them in one commit, with a timer for each; those that are
   * there already are left alone. When it resolves with `taken` they are durable. Rejects with the store.
   */
  take(accountId: string, raw: Buffer, headers: IncomingHttpHeaders): Promise<EventsTaken>
}

export function createEventIntake(parts: IntakeParts): EventIntake {
  const { clock, log } = parts
  const pace = new MerchantPace(PACE_MS)
  const mayTell = createLineLimit(clock)
  const waiting = new WaitingEvents(parts, parts.maxWaiting ?? MAX_WAITING)
  const merchantOf = cached((id) => merchantOfAccount(id, parts), clock, ENTITY_CACHED_MS)
  return {
    async take(accountId, raw, headers) {
      const { events: reader } = await parts.connectorOf(accountId)
      if (reader === undefined) return { kind: 'noInbox' }
      const read = await reader.read(raw, headers, clock.now())
      if (read.kind === 'refused') {
        if (mayTell(accountId)) log.warn({ account: accountId, reason: read.reason }, REFUSED)
        return read
      }
      const { events, answer = '' } = read
      if (events.length > MAX_EVENTS) {
        return { kind: 'refused', status: 413, reason: `has more than ${MAX_EVENTS} events` }
      }
      if (events.length > 0 && (await waiting.isFull(accountId))) {
        if (mayTell(`full ${accountId}`)) log.error({ account: accountId }, FULL)
        return { kind: 'full' }
      }
      const merchant = await merchantOf(accountId)
      const dueAt = (nowMs: number) => pace.dueAt(merchant, nowMs)
      const isWritten = await write(accountId, events, dueAt, parts)
      if (!isWritten) return { kind: 'busy' }
      waiting.add(accountId, events.length)
      return { kind: 'taken', answer }
    },
  }
}

const REFUSED = 'events of an acquirer are refused'

const FULL =
  'too many events of an account wait to be worked off: its acquirer is asked to send more of them again later'

/** The merchant of an account, or the entity above merchants; of one that is not stored the account itself. */
async function merchantOfAccount(
  accountId: string,
  { store, findAccount }: IntakeParts,
): Promise<string> {
  const account = await findAccount?.(accountId)
  if (account === undefined) return accountId
  const { entityId } = account.row
  const path = await store.read.entityPath(entityId)
  return path.find(({ kind }) => kind === 'merchant')?.id ?? entityId
}

/** Writes the events that are not there yet. */
async function write(
  connector: string,
  events: readonly AcquirerEvent[],
  dueAt: (nowMs: number) => number,
  parts: IntakeParts,
): Promise<boolean> {
  const { store, clock } = parts
  const nowMs = clock.now()
  const rows = new Map(
    events.map((event) => {
      const row = eventRow(connector, event, nowMs)
      return [row.eventId, row] as const
    }),
  )
  const written = await decideAndCommit<readonly Change[], true>(parts, {
    load: async () => {
      const changes = await Promise.all(
        [...rows.values()].map(async (row): Promise<readonly Change[]> => {
          const isKnown = (await store.read.acquirerEvent(connector, row.eventId)) !== undefined
          if (isKnown) return []
          const subject = { timer: 'acquirerEvent', subjectId: timerSubject(row) } as const
          const times = { dueAtMs: dueAt(nowMs), createdAtMs: nowMs }
          return [
            { kind: 'insertAcquirerEvent', row },
            { kind: 'ensureTimer', ...subject, entityId: null, ...times },
          ]
        }),
      )
      return changes.flat()
    },
    decide: (changes) => ({
      result: true,
      ...(changes.length === 0 ? {} : { parts: [{ owner: 'acquirerEvents', changes }] }),
    }),
  })
  return written === true
}
