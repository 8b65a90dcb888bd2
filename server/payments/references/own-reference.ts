import type { EntityClock } from '../../kernel/timers/clock.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import type { PreparedPayment } from '../charge/prepared-payment.ts'
import { referenceRules } from '../life-cycle.ts'
import type { PrepareParts } from '../stages.ts'
import { prepareReference } from './prepare-reference.ts'

export interface OwnReferenceParts extends PrepareParts {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
}

/** A reference that the gateway makes without a request of the merchant. */
export interface OwnReference {
  readonly operation: 'reversal' | 'refund'
  /** The `source` of its answer and notification (interface document); absent: `SYSTEM`. */
  readonly source?: 'SCHEDULER'
  /** What its first commit changes besides. */
  readonly participants?: readonly CommitParticipant[]
}

/**
 * Prepares the reversal or refund of all that is open of a payment: by the rules of any other, and through
 * the connector of the payment. Refused as that of a merchant would be.
 */
export async function prepareOwnReference(
  target: PaymentRow,
  { operation, source, participants = [] }: OwnReference,
  parts: OwnReferenceParts,
): Promise<PreparedPayment | Refusal> {
  const connector = await parts.connectorOf(target.connector)
  const unsupported = connector.unsupported({
    paymentType: referenceRules[operation].paymentType,
    paymentBrand: target.paymentBrand,
    isReference: true,
    operation,
    targetType: target.paymentType,
  })
  if (unsupported !== undefined) {
    return refuse(unsupported.code, { description: unsupported.description })
  }
  const prepared = await prepareReference(
    {
      targetId: target.id,
      request: { operation },
      isFinal: false,
      values: ParameterValues.of([]),
      connector,
      channel: undefined,
      rebilled: undefined,
      takenIsDone: false,
      requestParticipants: [],
    },
    parts,
  )
  if (isRefusal(prepared)) return prepared
  const { details } = prepared
  return {
    ...prepared,
    details: source === undefined ? details : { ...details, shown: { source } },
    participants: [...prepared.participants, ...participants],
  }
}
