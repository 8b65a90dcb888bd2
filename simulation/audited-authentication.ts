import type { AuthenticationRow, Change, ConfidentialRow } from '../server/store/port.ts'
import { steppedRow } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** Authentications and sealed secrets, rebuilt from the journal. */
export class AuditedAuthentications {
  readonly rows = new Map<string, AuthenticationRow>()
  readonly confidential = new Map<string, ConfidentialRow>()
  /** Payments that were ever authenticated. */
  readonly #payments = new Set<string>()

  /** Whether an authentication of the payment was ever begun. */
  isPlanned(paymentId: string): boolean {
    return this.#payments.has(paymentId)
  }

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertAuthentication':
        this.rows.set(change.row.id, change.row)
        this.#payments.add(change.row.paymentId)
        break
      case 'stepAuthentication': {
        const row = this.rows.get(change.id)
        assertInvariant(
          'whole',
          row !== undefined,
          () => 'an authentication is stepped, but not there',
        )
        this.rows.set(change.id, steppedRow(row, change.set))
        break
      }
      case 'insertConfidential':
        this.confidential.set(change.row.paymentId, change.row)
        break
      case 'deleteConfidential':
        this.confidential.delete(change.paymentId)
        break
      default:
    }
  }
}
