import type {
  Change,
  DisputeDocumentRow,
  DisputeEventRow,
  DisputeRow,
  OperationRequestRow,
} from '../server/store/port.ts'
import { latest, steppedRow, type Version } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** Everything that was ever durable about one dispute. */
export interface AuditedDispute {
  readonly versions: Version<DisputeRow>[]
  readonly events: DisputeEventRow[]
  readonly documents: Omit<DisputeDocumentRow, 'sealed'>[]
}

/** Disputes, and what people have asked for about payments, rebuilt from the journal. */
export class AuditedDisputes {
  readonly all = new Map<string, AuditedDispute>()
  readonly requests = new Map<string, OperationRequestRow>()
  readonly #stepOf: () => number

  constructor(stepOf: () => number) {
    this.#stepOf = stepOf
  }

  /** Throws for one that was never durable. */
  of(id: string): AuditedDispute {
    const dispute = this.all.get(id)
    assertInvariant('whole', dispute !== undefined, () => 'a dispute is used that is not there')
    return dispute
  }

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertDispute': {
        const version = { row: change.row, fromStep: this.#stepOf() }
        this.all.set(change.row.id, { versions: [version], events: [], documents: [] })
        break
      }
      case 'stepDispute': {
        const { versions } = this.of(change.id)
        const row = steppedRow(latest(versions), change.set)
        versions.push({ row, fromStep: this.#stepOf() })
        break
      }
      case 'appendDisputeEvent':
        this.of(change.row.disputeId).events.push(change.row)
        break
      case 'insertDisputeDocument': {
        const { sealed, ...facts } = change.row
        this.of(facts.disputeId).documents.push(facts)
        break
      }
      case 'insertOperationRequest':
        this.requests.set(change.row.id, change.row)
        break
      case 'stepOperationRequest': {
        const before = this.requests.get(change.id)
        assertInvariant('whole', before !== undefined, () => 'a request was stepped without a row')
        this.requests.set(change.id, steppedRow(before, change.set))
        break
      }
      default:
    }
  }
}
