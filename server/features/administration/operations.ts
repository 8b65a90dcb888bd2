import type { AdminApproval, AdminOperation } from '../../../common/admin-wire.ts'
import { formatAmount, type Money, parseAmount } from '../../../common/money.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { type ConnectorChoice, decideReference, references } from '../../payments/index.ts'
import { isRefusal } from '../../results/refusal.ts'
import type { OperationRequestRow, PaymentRow } from '../../store/port.ts'

/** How long a second person has time. */
export const APPROVAL_MS = 7 * 24 * 60 * 60 * 1000

type OperationType = OperationRequestRow['paymentType']

const OPERATION_OF = { CP: 'capture', RV: 'reversal', RF: 'refund', RB: 'rebill' } as const

export interface OperationContext {
  readonly settings: EntitySettings
  readonly nowMs: number
  readonly connectorOf: ConnectorChoice['connectorOf']
}

/** What the rules allow to be done with a payment now, each with the most that it may take. */
export function operationsOf(
  payment: PaymentRow,
  context: OperationContext,
): readonly AdminOperation[] {
  const types = Object.keys(OPERATION_OF) as OperationType[]
  return types.flatMap((paymentType) => {
    const openMinor = openFor(payment, paymentType, context)
    if (openMinor === undefined) return []
    const { currency } = payment
    const most = formatAmount({ minor: openMinor, currency })
    const limit = context.settings.secondPersonAbove?.[currency]
    return [
      {
        paymentId: payment.id,
        paymentType,
        mostAmount: most,
        isWhole: references[OPERATION_OF[paymentType]].extent === 'whole',
        ...(limit === undefined ? {} : { secondPersonAbove: limit }),
      },
    ]
  })
}

/** The amount that is open for an operation, in minor units; `undefined`: it is not allowed now. */
function openFor(
  payment: PaymentRow,
  paymentType: OperationType,
  { nowMs, connectorOf }: OperationContext,
): number | undefined {
  const operation = OPERATION_OF[paymentType]
  const connector = connectorOf(payment.connector)
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

/** What was moved so shortly before counts together: a large amount must not pass in small parts. */
const COUNTED_MS = 24 * 60 * 60 * 1000

/**
 * Whether an operation of this amount needs a second person: with what was made by hand of the same family
 * since a day, it moves more than the merchant's limit.
 */
export function needsSecondPerson(
  { minor, currency }: Money,
  {
    settings: { secondPersonAbove = {} },
    before,
    nowMs,
  }: {
    readonly settings: Pick<EntitySettings, 'secondPersonAbove'>
    readonly before: readonly OperationRequestRow[]
    readonly nowMs: number
  },
): boolean {
  const limit = secondPersonAbove[currency]
  if (limit === undefined) return false
  const most = parseAmount(limit, currency)
  const counted = before
    .filter(({ state, updatedAtMs }) => state === 'made' && updatedAtMs > nowMs - COUNTED_MS)
    .reduce((sum, { amountMinor }) => sum + amountMinor, minor)
  // Settings are checked when they are written; a limit that cannot be read must not let anything pass.
  return typeof most === 'string' || counted > most.minor
}

/** Whether a second person may still decide. */
export function isWaiting({ state, createdAtMs }: OperationRequestRow, nowMs: number): boolean {
  return state === 'waiting' && nowMs < createdAtMs + APPROVAL_MS
}

export function shownRequest(row: OperationRequestRow, nowMs: number): AdminApproval {
  const { id, paymentId, paymentType, amountMinor, currency, reason, askedBy, state } = row
  const isOver = state === 'waiting' && !isWaiting(row, nowMs)
  return {
    id,
    paymentId,
    paymentType,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    reason,
    askedBy,
    askedAt: wireTimestamp(row.createdAtMs),
    state: isOver ? 'expired' : state,
    ...(row.decidedBy === null
      ? {}
      : { decidedBy: row.decidedBy, decidedAt: wireTimestamp(row.updatedAtMs) }),
    ...(row.madeId === null ? {} : { madeId: row.madeId }),
  }
}
