import { HOUR_MS } from '../../common/durations.ts'
import type { TimerHandler, TimerResult } from '../../server/kernel/timers/timers.ts'
import { openedCredential } from '../../server/kernel/vault/unopened.ts'
import type { Core } from '../../server/payments/index.ts'
import type {
  Change,
  ChangeSet,
  EntityRow,
  ReconciliationDeliveryRow,
  ReconciliationTargetRow,
  TimerRow,
} from '../../server/store/port.ts'
import { daysLater } from './days.ts'
import { deliverDay } from './deliveries.ts'
import { deliveryDueAtMs, MAX_DELIVERY_MS, waitAfterMs } from './delivery-plan.ts'
import { readFtpAddress } from './ftp-delivery.ts'

type Parts = Pick<Core, 'store' | 'vault' | 'clock' | 'log'>

/** Deliveries that one process has under way. */
const MAX_AT_ONCE = 4
/** When there is place again, in milliseconds. */
const LATER_MS = 30_000
/** How long other processes leave a delivery alone that this one has begun. */
const LEASE_MS = MAX_DELIVERY_MS + 60_000

export interface DailyDelivery {
  readonly onTimer: TimerHandler
  /** Ends the deliveries that are under way. They are tried again by the next process. */
  close(): Promise<void>
}

/**
 * Delivers the reconciliation files of merchants, each day at the hour of its target, days after each other.
 * A delivery runs beside the timers: a server that hangs must not hold up other due work. Its timer waits
 * for the whole time that it may take, and the commit of its outcome sets when it is due next. Where the merchant
 * has a test clock, the delivery is waited for: its outcome says when that clock has to stop next.
 */
export function createDailyDelivery(parts: Parts): DailyDelivery {
  const { store, clock, log } = parts
  const underWay = new Map<string, Promise<void>>()
  const ending = new AbortController()

  /** Begins a delivery, and does not wait for it. */
  function begin(due: Due): void {
    const delivery = deliverDue(due, { ...parts, signal: ending.signal }).catch((err) => {
      // Its timer comes due again.
      log.error({ err, entityId: due.entity.id, day: due.target.nextDay }, 'a delivery failed')
    })
    const { id } = due.entity
    underWay.set(id, delivery)
    void delivery.finally(() => underWay.delete(id))
  }

  return {
    async onTimer(timer): Promise<TimerResult> {
      const entityId = timer.subjectId
      const [target, entity] = await Promise.all([
        store.read.reconciliationTarget(entityId),
        store.read.entity(entityId),
      ])
      if (target === undefined || entity === undefined) return 'done'
      const nowMs = clock.of(entityId)
      const dueAtMs = deliveryDueAtMs(target)
      if (nowMs < dueAtMs) return { dueAtMs }
      // Only a clock that was moved reaches the end of its lease before it has ended.
      const running = underWay.get(entityId)
      if (running !== undefined) {
        await running
        return { dueAtMs: nowMs }
      }
      if (underWay.size >= MAX_AT_ONCE || ending.signal.aborted) {
        return { dueAtMs: nowMs + LATER_MS }
      }
      const held = timerStep(timer, nowMs + LEASE_MS)
      // A conflict: its lease has ended, and another process has it.
      if ((await store.commit([held])).applied) {
        begin({ target, entity, timer: { ...timer, version: timer.version + 1 } })
      }
      // A test clock that is moved would go on to the end of the lease, past the time of the next try.
      if (nowMs !== clock.now()) await underWay.get(entityId)
      return 'ended'
    },

    async close() {
      ending.abort()
      await Promise.all(underWay.values())
    },
  }
}

const UNOPENED =
  'A reconciliation file is not delivered: the password of its target does not open; set the target again'
/** A person has to set the target again, which makes its timer anew. */
const UNOPENED_LATER_MS = HOUR_MS

/** What a timer has found due. */
interface Due {
  readonly target: ReconciliationTargetRow
  readonly entity: EntityRow
  /** As this process holds it. */
  readonly timer: TimerRow
}

async function deliverDue(
  { target, entity, timer }: Due,
  { store, vault, clock, log, signal }: Parts & { readonly signal: AbortSignal },
): Promise<void> {
  const { address, nextDay: day } = target
  const now = () => clock.of(entity.id)
  const tries = await store.read.reconciliationDeliveriesOfDay(entity.id, day)
  if (tries.some((one) => one.outcome === 'delivered' && one.address === address)) {
    await store.commit(goOn(target, timer))
    return
  }
  const password = openedCredential(vault, sealedFor(entity.id), target.sealedPassword)
  if (password === undefined) {
    log.error({ entityId: entity.id, day }, UNOPENED)
    await store.commit([timerStep(timer, now() + UNOPENED_LATER_MS)])
    return
  }
  const ftp = readFtpAddress(address, password)
  if ('fault' in ftp) throw new Error(`The address of a target ${ftp.fault}`)
  const failed = tries.filter((one) => one.address === address).length
  const outcome = await deliverDay(
    { entity, day, target: ftp, address, replaces: false },
    { store, now, signal },
    {
      begin: [],
      end: (ended) => afterDelivery(ended, { target, timer, tries: failed + 1 }),
    },
  )
  if (outcome === 'underWay') {
    await store.commit([timerStep(timer, now() + LATER_MS)])
    return
  }
  if (outcome.outcome === 'delivered') return
  const { attempt, fault } = outcome
  log.warn({ entityId: entity.id, day, attempt, fault }, 'a reconciliation file was not delivered')
  if (waitAfterMs(failed + 1) !== undefined) return
  log.error(
    { entityId: entity.id, day },
    'a reconciliation file was given up: deliver it by command',
  )
}

/** What follows from an outcome: the next day, or the next try of this one. */
function afterDelivery(
  { outcome, endedAtMs, startedAtMs }: ReconciliationDeliveryRow,
  { target, timer, tries }: Pick<Due, 'target' | 'timer'> & { readonly tries: number },
): ChangeSet {
  const waitMs = waitAfterMs(tries)
  if (outcome === 'delivered' || waitMs === undefined) return goOn(target, timer)
  return [timerStep(timer, (endedAtMs ?? startedAtMs) + waitMs)]
}

/** Goes on to the next day. A conflict: the target was set anew, and its timer with it. */
function goOn(target: ReconciliationTargetRow, timer: TimerRow): ChangeSet {
  const { entityId, version: expectedVersion, hour } = target
  const nextDay = daysLater(target.nextDay, 1)
  return [
    { kind: 'advanceReconciliationTarget', entityId, expectedVersion, nextDay },
    timerStep(timer, deliveryDueAtMs({ nextDay, hour })),
  ]
}

function timerStep({ subjectId, attempts, version }: TimerRow, dueAtMs: number): Change {
  return {
    kind: 'stepTimer',
    timer: 'reconciliationDelivery',
    subjectId,
    expectedVersion: version,
    dueAtMs,
    attempts,
  }
}

/** For what the password of an entity's target is sealed. */
export function sealedFor(entityId: string): string {
  return `reconciliation ${entityId}`
}
