import { formatAmount } from '../../common/money.ts'
import { limitAt } from '../../server/entities/second-person-limit.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import type { Connector } from '../../server/payments/connectors/index.ts'
import { decideReference, referenceRules } from '../../server/payments/index.ts'
import { isRejected } from '../../server/payments/record/index.ts'
import { shownRequest } from '../../server/payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import type { OperationRequestRow, PaymentRow } from '../../server/store/port.ts'
import type { AdminOperation, AdminRequest } from './answer.ts'

type OperationType = keyof typeof OPERATION_OF

const OPERATION_OF = { CP: 'capture', RV: 'reversal', RF: 'refund', RB: 'rebill' } as const

/** What a person knows of a payment that an operation is decided on. */
export interface Seen {
  readonly family: readonly PaymentRow[]
  /** What people have asked for about the family. */
  readonly requests: readonly unknown[]
}

/**
 * How a payment stood when a person looked at it: another text after each step of the payment, each payment
 * that refers to its family, and each request of a person about it.
 */
export function seenOf({ version }: PaymentRow, { family, requests }: Seen): string {
  return [version, family.length, requests.length].join('-')
}

export interface OperationContext {
  readonly settings: EntitySettings
  readonly nowMs: number
  /** Those of the family. */
  readonly connectors: ReadonlyMap<string, Connector>
  readonly seen: Seen
}

/** What the rules allow to be done with a payment now, each with the most that it may take. */
export function operationsOf(
  payment: PaymentRow,
  context: OperationContext,
): readonly AdminOperation[] {
  const types = Object.keys(OPERATION_OF) as OperationType[]
  return types.flatMap((paymentType) => {
    const openMinor = openFor(payment, paymentType, context)
    if (openMinor === undefined || takesRejected(payment, paymentType) !== undefined) return []
    const { currency } = payment
    const most = formatAmount({ minor: openMinor, currency })
    const limit = limitAt(context.settings, currency, context.nowMs)
    return [
      {
        paymentId: payment.id,
        paymentType,
        mostAmount: most,
        isWhole: referenceRules[OPERATION_OF[paymentType]].extent === 'whole',
        seen: seenOf(payment, context.seen),
        ...(limit === undefined ? {} : { secondPersonAbove: limit }),
      },
    ]
  })
}

/** Why people do not take money of a payment that was rejected in review; it may only be given back. */
export function takesRejected(payment: PaymentRow, paymentType: string): Refusal | undefined {
  const takes = paymentType === 'CP' || paymentType === 'RB'
  return takes && isRejected(payment) ? rejected : undefined
}

const rejected: Refusal = refuse('200.300.404', {
  description: 'This payment was rejected in review: nothing more is captured or charged of it',
})

/** A request about a payment, with what keeps a second person from accepting it. */
export function requestAbout(
  payment: PaymentRow | undefined,
  row: OperationRequestRow,
  nowMs: number,
): AdminRequest {
  const shown = shownRequest(row, nowMs)
  const isRefused = payment !== undefined && takesRejected(payment, row.paymentType) !== undefined
  if (shown.state !== 'waiting' || !isRefused) return shown
  return { ...shown, acceptRefused: 'rejectedInReview' }
}

/** The amount that is open for an operation, in minor units; `undefined`: it is not allowed now. */
function openFor(
  payment: PaymentRow,
  paymentType: OperationType,
  { nowMs, connectors }: OperationContext,
): number | undefined {
  const operation = OPERATION_OF[paymentType]
  const connector = connectors.get(payment.connector)
  if (connector === undefined) return undefined
  const request = {
    operation,
    isFinal: false,
    nowMs,
    reversalWindowMs: connector.reversalWindowMs,
  } as const
  const decided = decideReference(payment, request)
  if (isRefusal(decided)) return undefined
  const unsupported = connector.unsupported({
    paymentType,
    paymentBrand: payment.paymentBrand,
    isReference: true,
    targetType: payment.paymentType,
  })
  return unsupported === undefined ? decided.amountMinor : undefined
}
