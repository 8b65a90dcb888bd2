import type { StoredPayment } from './payment.ts'
import type { FloorPayment } from './schema.ts'

/** Where the floor keeps payments. A failure of it ends the process; the benchmark then fails. */
export interface FloorStore {
  /** Resolves after COMMIT. */
  commit(payment: FloorPayment): Promise<void>
  /** A callback and no promise: one engine answers at once, and may not pay for the other's wait. */
  find(id: string, found: (stored: StoredPayment | undefined) => void): void
}
