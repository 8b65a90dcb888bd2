import type { PaymentRow } from '../engine/store/port.ts'
import type { SimulatedAcquirer } from './acquirer.ts'
import type { Audit } from './audit.ts'
import type { AuthenticationRules } from './judge-authentications.ts'

/** What judges look at. */
export interface JudgeParts {
  readonly audit: Audit
  readonly acquirer: SimulatedAcquirer
  readonly authentication: AuthenticationRules
  readonly nowMs: () => number
  /** The name of a payment in the report. */
  readonly nameOf: (payment: PaymentRow) => string
}
