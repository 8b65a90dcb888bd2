import type { AcquirerEvent } from '../server/payments/connectors/index.ts'
import type { AcquirerEventRow, Change } from '../server/store/port.ts'
import { assertInvariant } from './invariants.ts'

/** What acquirers have told, and what they call payments, rebuilt from the journal. */
export class AuditedInbox {
  /** By connector and id. */
  readonly events = new Map<string, AcquirerEventRow>()
  /** The payment of each name, by its kind and value. */
  readonly names = new Map<string, string | null>()

  readonly #written = new Map<string, number>()

  /** How often an event was written that its acquirer calls so. */
  timesWritten(id: string): number {
    return this.#written.get(id) ?? 0
  }

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertAcquirerEvent': {
        this.events.set(keyOf(change.row), change.row)
        const { id } = JSON.parse(change.row.event) as AcquirerEvent
        this.#written.set(id, this.timesWritten(id) + 1)
        break
      }
      case 'endAcquirerEvent': {
        const before = this.events.get(keyOf(change))
        const isWaiting = before?.state === 'waiting'
        assertInvariant('told', isWaiting, () => 'an event has ended twice')
        const { state, paymentId, endedAtMs } = change
        this.events.set(keyOf(change), Object.assign({}, before, { state, paymentId, endedAtMs }))
        break
      }
      case 'deleteAcquirerEvent':
        this.events.delete(keyOf(change))
        break
      case 'noteProviderReference': {
        const name = `${change.referenceKind} ${change.value}`
        if (!this.names.has(name)) this.names.set(name, change.paymentId)
        break
      }
      default:
    }
  }
}

function keyOf({ connector, eventId }: Pick<AcquirerEventRow, 'connector' | 'eventId'>): string {
  return `${connector} ${eventId}`
}
