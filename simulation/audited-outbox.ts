import type { Change, DeliveryRow, NoticeRow } from '../server/store/port.ts'
import { assertInvariant } from './invariants.ts'

/** What is to be delivered to webhooks, rebuilt from the journal. */
export class AuditedOutbox {
  readonly deliveries = new Map<string, DeliveryRow>()
  /** What is no delivery yet, by the id of that. */
  readonly notices = new Map<string, NoticeRow>()

  /** When the first one that waits is due. */
  get dueMs(): number {
    const waiting = [...this.deliveries.values()].filter(({ state }) => state === 'waiting')
    const due = [...waiting, ...this.notices.values()].map(({ dueAtMs }) => dueAtMs)
    return due.reduce((least, dueAtMs) => Math.min(least, dueAtMs), Number.POSITIVE_INFINITY)
  }

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertNotice':
        this.notices.set(change.row.id, change.row)
        break
      case 'removeNotice':
        assertInvariant(
          'notified',
          this.deliveries.has(change.id),
          () => 'a notice was deleted that became no delivery',
        )
        this.notices.delete(change.id)
        break
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
