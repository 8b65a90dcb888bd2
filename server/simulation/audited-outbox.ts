import type { Change, DeliveryRow } from '../engine/store/port.ts'
import { assertInvariant } from './invariants.ts'

/** What is to be delivered to webhooks, rebuilt from the journal. */
export class AuditedOutbox {
  readonly deliveries = new Map<string, DeliveryRow>()

  /** When the first one that waits is due. */
  get dueMs(): number {
    const due = [...this.deliveries.values()].flatMap(({ state, dueAtMs }) =>
      state === 'waiting' ? dueAtMs : [],
    )
    return due.reduce((least, dueAtMs) => Math.min(least, dueAtMs), Number.POSITIVE_INFINITY)
  }

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertDelivery':
        this.deliveries.set(change.row.id, change.row)
        break
      case 'stepDelivery': {
        const before = this.deliveries.get(change.id)
        assertInvariant(
          'whole',
          before !== undefined,
          () => 'a delivery was stepped that is not there',
        )
        const after = { ...before, ...change.set, version: before.version + 1 }
        this.deliveries.set(change.id, after)
        break
      }
      case 'deferFollowers': {
        const first = this.deliveries.get(change.id)
        for (const row of this.deliveries.values()) {
          const isBehind = row.orderKey === first?.orderKey && row.id !== first.id
          if (!isBehind || row.state !== 'waiting' || row.dueAtMs >= change.untilMs) continue
          this.deliveries.set(row.id, { ...row, dueAtMs: change.untilMs })
        }
        break
      }
      case 'cancelDelivery':
        if (this.deliveries.get(change.id)?.state === 'waiting') this.deliveries.delete(change.id)
        break
      case 'deleteDelivery': {
        const row = this.deliveries.get(change.id)
        const isWaiting = row?.state === 'waiting'
        assertInvariant('notified', !isWaiting, () => 'an event was deleted that nobody has taken')
        if (row !== undefined && row.updatedAtMs < change.beforeMs)
          this.deliveries.delete(change.id)
        break
      }
      default:
    }
  }
}
