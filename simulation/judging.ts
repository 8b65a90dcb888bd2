import type { PaymentRow } from '../server/store/port.ts'
import type { SimulatedAcquirer } from './acquirer.ts'
import type { Audit } from './audit.ts'
import type { AuthenticationRules } from './judge-authentications.ts'
import type { HoldRules } from './judge-holds.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** The data for all checks. */
export interface JudgeParts {
  readonly audit: Audit
  readonly acquirer: SimulatedAcquirer
  readonly authentication: AuthenticationRules
  readonly holds: HoldRules
  readonly receiver: WebhookReceiver
  readonly nowMs: () => number
  /** The name of a payment in the report. */
  readonly nameOf: (payment: PaymentRow) => string
}
