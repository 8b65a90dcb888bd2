import type { EntityClock } from '../kernel/timers/clock.ts'
import { ParameterValues } from '../parameters/values.ts'
import { isRefusal, type Refusal, refuse } from '../results/refusal.ts'
import type { CommitParticipant } from '../store/commit-parts.ts'
import type { PaymentRow, Store } from '../store/port.ts'
import type { PrepareParts } from './prepare.ts'
import { prepareReference } from './prepare-reference.ts'
import type { PreparedPayment } from './prepared-payment.ts'

export interface ReleaseParts extends PrepareParts {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
}

/**
 * Prepares the reversal of all that is open of a hold, which no request has asked for: by the rules of any
 * other reversal, and through the connector of the hold. `participant`: what its first commit changes
 * besides. Refused as the reversal of a merchant would be.
 */
export async function prepareRelease(
  hold: PaymentRow,
  participant: CommitParticipant,
  parts: ReleaseParts,
): Promise<PreparedPayment | Refusal> {
  const connector = parts.connectorOf(hold.connector)
  const { paymentBrand } = hold
  const unsupported = connector.unsupported({
    paymentType: 'RV',
    paymentBrand,
    isReference: true,
    targetType: 'PA',
  })
  if (unsupported !== undefined) {
    return refuse(unsupported.code, { description: unsupported.description })
  }
  const prepared = await prepareReference(
    {
      targetId: hold.id,
      request: { operation: 'reversal', isFinal: false },
      values: ParameterValues.of([]),
      connector,
      channel: undefined,
      rebilled: undefined,
      keyParticipants: [],
    },
    parts,
  )
  if (isRefusal(prepared)) return prepared
  return {
    ...prepared,
    // Interface document, `source` of notifications: it was brought about by its time.
    details: { ...prepared.details, shown: { source: 'SCHEDULER' } },
    participants: [...prepared.participants, participant],
  }
}
