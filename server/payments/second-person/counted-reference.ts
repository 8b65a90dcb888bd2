import { parseAmount } from '../../../common/money.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { Change, OperationRequestRow, PaymentRow } from '../../store/port.ts'
import { operationNamed, type ReferenceOperation } from '../life-cycle.ts'
import { amountFault, formerCurrency } from '../money.ts'
import { decideReference } from '../rules.ts'
import { chargesMore } from '../screen/drafted-charge.ts'
import type { PrepareParts } from '../stages.ts'

/** Owner of the changes of requests, in conflicts. */
export const REQUEST_OWNER = 'operationRequest'

/** The amount of a reference in minor units, by the rules as the payment stands now. */
export async function amountByRules(
  { values }: { readonly values: ParameterValues },
  target: PaymentRow,
  { clock, connectorOf }: Pick<PrepareParts, 'clock' | 'connectorOf'>,
): Promise<number | Refusal> {
  const minor = amountOfReference({ values }, target)
  if (isRefusal(minor)) return minor
  const { reversalWindowMs } = await connectorOf(target.connector)
  const decided = decideReference(target, {
    operation: referenceNamed(values),
    ...(minor === undefined ? {} : { amountMinor: minor }),
    nowMs: clock.of(target.entityId),
    reversalWindowMs,
  })
  return isRefusal(decided) ? decided : decided.amountMinor
}

/** Who moves money, why, and with which others it counts. */
interface CountedReference
  extends Pick<
    OperationRequestRow,
    'reason' | 'askedBy' | 'askedById' | 'ordinal' | 'amountMinor'
  > {
  readonly paymentType: OperationRequestRow['paymentType']
}

/** What is stored of a reference that a person asks for; `waiting`. */
export function requestedReference(
  target: PaymentRow,
  counted: CountedReference,
  { clock }: Pick<PrepareParts, 'clock'>,
): OperationRequestRow {
  const nowMs = clock.of(target.entityId)
  return {
    id: newObjectId(clock.now()),
    paymentId: target.id,
    familyId: target.familyId,
    entityId: target.entityId,
    currency: target.currency,
    ...counted,
    report: null,
    state: 'waiting',
    decidedBy: null,
    decisionReason: null,
    madeId: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
}

/** Writes with a reference that is made at once who has made it, so that it counts. */
export function countedWith(row: OperationRequestRow): CommitParticipant {
  const insert = ({ id }: PaymentRow): Change => {
    return { kind: 'insertOperationRequest', row: { ...row, state: 'made', madeId: id } }
  }
  return {
    owner: REQUEST_OWNER,
    endsAtConflict: true,
    opened: (payment) => [insert(payment)],
    recorded: (payment, wasOpened) => (wasOpened ? [] : [insert(payment)]),
  }
}

/** The operation of a request that its parameter tables have accepted. */
export function referenceNamed(values: ParameterValues): ReferenceOperation {
  const paymentType = values.get('paymentType')
  const practice = values.get('standingInstruction.industryPractice')
  return operationNamed(paymentType === 'PA' ? practice : paymentType) as ReferenceOperation
}

/** The amount of a reference in minor units of its target's currency; absent: the whole open amount. */
export function amountOfReference(
  { values }: { readonly values: ParameterValues },
  target: PaymentRow,
): number | undefined | Refusal {
  const withdrawn = chargesMore(referenceNamed(values))
    ? formerCurrency(target.currency)
    : undefined
  if (withdrawn !== undefined) return withdrawn
  const text = values.get('amount')
  if (text === undefined) return undefined
  // Must come before the decimals are checked: with another currency the fault is the currency.
  if (values.get('currency') !== target.currency) return refuse('700.100.500')
  const money = parseAmount(text, target.currency)
  return typeof money === 'string' ? amountFault(text, target.currency) : money.minor
}

/** How often something is decided on again because another request about the family was counted meanwhile. */
const MAX_TRIES = 20

/** Decides on something once more while another request outruns it. `decide` answers `tooBusy` then. */
export async function untilCounted<Decided extends object>(
  decide: () => Promise<Decided | Refusal>,
  { pause }: Pick<EntityClock, 'pause'>,
): Promise<Decided | Refusal> {
  for (let tries = 1; ; tries++) {
    const decided = await decide()
    const isOutrun = isRefusal(decided) && decided.code === tooBusy.code
    if (!isOutrun || tries >= MAX_TRIES) return decided
    await pause?.(tries)
  }
}
