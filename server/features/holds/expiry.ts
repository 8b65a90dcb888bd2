import type { FastifyBaseLogger } from 'fastify'
import type { Access } from '../../entities/access.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler, TimerResult } from '../../kernel/timers/timers.ts'
import { type Notifications, openNow, type PaymentService } from '../../payments/index.ts'
import { eventOf } from '../../payments/record/index.ts'
import {
  HOLD_NOTICE_MS,
  type OwnReferenceParts,
  prepareOwnReference,
} from '../../payments/references/index.ts'
import { isRefusal, tooBusy } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import {
  type Change,
  type ChangeSet,
  type PaymentRow,
  paymentAfterStep,
  type Store,
  type TimerRow,
} from '../../store/port.ts'
import { holdChanges } from './notified.ts'

export interface HoldParts extends OwnReferenceParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly payments: Pick<PaymentService, 'refer'>
  readonly notifications: Notifications
  readonly access: Pick<Access, 'settingsOf'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** A release that met too many conflicts is tried again after this time. */
const BUSY_MS = 60_000

/** A hold, and its timer as this process has claimed it. */
interface ClaimedHold {
  readonly hold: PaymentRow
  readonly timer: TimerRow
  /** By the channel's clock. */
  readonly nowMs: number
}

/**
 * Handles the timer of a hold: tells its merchant before it expires and when it has expired, and then
 * releases what is open, where the entity wants that. Each step is one commit with the claimed version
 * of the timer: so none is made twice, whichever process does it and wherever one dies.
 */
export function createHoldExpiry(parts: HoldParts): TimerHandler {
  const { store, clock } = parts

  async function handle(timer: TimerRow): Promise<TimerResult> {
    const hold = await store.read.payment(timer.subjectId)
    if (hold === undefined) return 'done'
    const claimed = { hold, timer, nowMs: clock.of(hold.entityId) }
    const stage = stageOf(hold, claimed.nowMs)
    switch (stage.kind) {
      case 'over':
        return endUnchanged(claimed, parts)
      case 'waits':
        return { dueAtMs: stage.dueAtMs }
      case 'expiresSoon':
        return tellSoon(claimed, parts)
      case 'expired': {
        const told = await noteExpiry(claimed, parts)
        // The next stage, at once: a release is a payment of its own.
        return 'timer' in told ? handle(told.timer) : told.result
      }
      case 'told':
        // Without a release, something has become open again after the merchant was told.
        return (await mustRelease(hold, parts))
          ? release(claimed, parts)
          : endUnchanged(claimed, parts)
    }
  }

  return handle
}

/** Ends the timer unless the hold was changed meanwhile: then something may be open again. */
async function endUnchanged(
  { hold, timer, nowMs }: ClaimedHold,
  { store }: HoldParts,
): Promise<TimerResult> {
  const applied = await isApplied(store, [
    { kind: 'requirePayment', id: hold.id, expectedVersion: hold.version },
    endOf(timer),
  ])
  return applied ? 'ended' : { dueAtMs: nowMs }
}

async function tellSoon(
  { hold, timer, nowMs }: ClaimedHold,
  { store, notifications }: HoldParts,
): Promise<TimerResult> {
  const { id, version, expiresAtMs } = hold
  const entity = await notifications.of(hold.entityId)
  const applied = await isApplied(store, [
    // What the notice shows is open then.
    { kind: 'requirePayment', id, expectedVersion: version },
    ...holdChanges(hold, 'expiresSoon', entity),
    moved(timer, expiresAtMs ?? nowMs),
  ])
  return applied ? 'ended' : { dueAtMs: nowMs }
}

/** Writes down that the hold has expired. Answers its timer, where the release is to follow. */
async function noteExpiry(
  { hold, timer, nowMs }: ClaimedHold,
  parts: HoldParts,
): Promise<{ readonly timer: TimerRow } | { readonly result: TimerResult }> {
  const isToRelease = await mustRelease(hold, parts)
  const entity = await parts.notifications.of(hold.entityId)
  const set = { expiredAtMs: nowMs, updatedAtMs: nowMs }
  const expired = paymentAfterStep(hold, set, hold.version + 1)
  const applied = await isApplied(parts.store, [
    { kind: 'stepPayment', id: hold.id, expectedVersion: hold.version, set },
    eventOf(expired, 'expired'),
    ...holdChanges(expired, 'expired', entity),
    isToRelease ? moved(timer, nowMs) : endOf(timer),
  ])
  if (!applied) return { result: { dueAtMs: nowMs } }
  return isToRelease ? { timer: { ...timer, version: timer.version + 1 } } : { result: 'ended' }
}

/** Whether what is open of its expired holds is released. */
async function mustRelease({ entityId }: PaymentRow, { access }: HoldParts): Promise<boolean> {
  const { holds } = await access.settingsOf(entityId)
  return holds?.releaseExpired === true
}

/**
 * Releases what is open by a reversal, whose first commit ends the timer. A reversal that is declined is
 * not repeated: the merchant reads it, and may reverse the hold itself.
 */
async function release(
  { hold, timer, nowMs }: ClaimedHold,
  parts: HoldParts,
): Promise<TimerResult> {
  const released = await parts.payments.refer(hold.id, async () => {
    const current = await parts.store.read.timer('holdExpiry', hold.id)
    if (current?.version !== timer.version) return tooBusy
    const own = {
      operation: 'reversal',
      source: 'SCHEDULER',
      participants: [endWith(timer)],
    } as const
    return prepareOwnReference(hold, own, parts)
  })
  if ('keyInUse' in released) return 'done'
  if (isRefusal(released)) {
    if (released.status === tooBusy.status) return { dueAtMs: nowMs + BUSY_MS }
    const fields = { paymentId: hold.id, code: released.code }
    parts.log.warn(fields, 'an expired hold cannot be released')
    return 'done'
  }
  if (released.state === 'failed') {
    const fields = { paymentId: hold.id, reversalId: released.id, code: released.resultCode }
    parts.log.warn(fields, 'the release of an expired hold was declined')
  }
  return 'ended'
}

function endWith(timer: TimerRow): CommitParticipant {
  return {
    owner: 'holdExpiry',
    opened: () => [endOf(timer)],
    recorded: (_reversal, wasOpened) => (wasOpened ? [] : [endOf(timer)]),
  }
}

function endOf({ kind, subjectId, version }: TimerRow): Change {
  return { kind: 'endTimer', timer: kind, subjectId, expectedVersion: version }
}

function moved({ kind, subjectId, version }: TimerRow, dueAtMs: number): Change {
  return {
    kind: 'stepTimer',
    timer: kind,
    subjectId,
    expectedVersion: version,
    dueAtMs,
    attempts: 0,
  }
}

/** A conflict: the hold was captured or renewed meanwhile, or another process has the timer now. */
async function isApplied(store: Store, changes: ChangeSet): Promise<boolean> {
  return (await store.commit(changes)).applied
}

/**
 * What is due for a hold. `over`: nothing may be done with it; what opens something again gives it a timer again.
 * `waits`: nothing is due before that time. `expiresSoon`, `expired`: its merchant is to be told. `told`:
 * the merchant was told of the expiry, and something is still open.
 */
type HoldStage =
  | { readonly kind: 'over' | 'expiresSoon' | 'expired' | 'told' }
  | { readonly kind: 'waits'; readonly dueAtMs: number }

/** Decides what is due for a hold at a time of its channel's clock. */
export function stageOf(hold: PaymentRow, nowMs: number): HoldStage {
  const { state, expiresAtMs, expiredAtMs } = hold
  if (state !== 'succeeded' || expiresAtMs === null || openNow(hold) === 0) return over
  if (nowMs >= expiresAtMs) return expiredAtMs === null ? { kind: 'expired' } : { kind: 'told' }
  const noticeAtMs = expiresAtMs - HOLD_NOTICE_MS
  return nowMs < noticeAtMs ? { kind: 'waits', dueAtMs: noticeAtMs } : { kind: 'expiresSoon' }
}

const over: HoldStage = { kind: 'over' }
