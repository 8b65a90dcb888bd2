import { formatAmount, largestAmount } from '../../../common/money.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { hasOutcome } from '../details.ts'
import {
  type HoldChange,
  isHoldChange,
  type ReferenceOperation,
  referenceRules,
} from '../life-cycle.ts'

/**
 * Why a hold may not be changed while other operations on it are under way; `undefined`: it may. The
 * family is read only for changes of a hold. Rejects with the store.
 */
export async function holdChangeConflict(
  target: PaymentRow,
  asked: Omit<HoldChangeAsked, 'operation'> & { readonly operation: ReferenceOperation },
  store: Pick<Store, 'read'>,
): Promise<Refusal | undefined> {
  const { operation } = asked
  if (!isHoldChange(operation)) return undefined
  const family = await store.read.paymentsOfFamily(target.familyId)
  return underWayRefusal(target, { ...asked, operation }, family)
}

interface HoldChangeAsked {
  readonly operation: HoldChange
  readonly amountMinor: number
  /** The acquirer is told the new total of a hold: see `Connector.raisesToTotal`. */
  readonly isToTotal?: boolean | undefined
}

/**
 * The same for a family that is given. It must have been read after `target`: the version check of
 * `target` then finds every change that was made since.
 */
export function underWayRefusal(
  target: PaymentRow,
  { operation, amountMinor, isToTotal }: HoldChangeAsked,
  family: readonly PaymentRow[],
): Refusal | undefined {
  const underWay = family.filter((payment) => isUnderWayOn(target, payment))
  if (operation === 'renewal') return renewalUnderWayRefusal(underWay)
  const raise = underWay.find((one) => one.operation === 'increment')
  if (isToTotal === true && raise !== undefined) return secondRaise(raise)
  return aboveLargestAmount(target, amountMinor, underWay)
}

/** The new total is not known before the outcome of the raise that is under way. */
function secondRaise({ id }: PaymentRow): Refusal {
  return refuse('700.400.570', {
    description: `The hold cannot be raised while its raise ${id} is under way: raise it when the outcome of that is known`,
  })
}

function isUnderWayOn(target: PaymentRow, { referencedId, state }: PaymentRow): boolean {
  return referencedId === target.id && !hasOutcome(state)
}

/**
 * The renewed hold takes the captures and the amount that the old one has left. Neither is known before
 * the operations under way have their outcomes.
 */
function renewalUnderWayRefusal([first]: readonly PaymentRow[]): Refusal | undefined {
  if (first === undefined) return undefined
  const kind = first.operation in referenceRules ? wireNameOf(first.operation) : first.paymentType
  return refuse('700.400.570', {
    description: `The hold cannot be renewed while its ${kind} ${first.id} is under way: renew it when the outcome of that is known`,
  })
}

function wireNameOf(operation: PaymentRow['operation']): string {
  return referenceRules[operation as ReferenceOperation].wireName
}

/**
 * An RV or CP without an amount answers with the whole held amount, and an amount on the wire has at
 * most ten digits before the point: so a hold must not exceed that.
 */
function aboveLargestAmount(
  { authorisedMinor, currency }: PaymentRow,
  amountMinor: number,
  underWay: readonly PaymentRow[],
): Refusal | undefined {
  const raising = underWay.filter(({ operation }) => operation === 'increment')
  const heldMinor = raising.reduce((sum, raise) => sum + raise.amountMinor, authorisedMinor)
  const largest = largestAmount(currency)
  if (heldMinor + amountMinor <= largest.minor) return undefined
  return refuse('700.100.300', {
    description: `a hold is of ${formatAmount(largest)} ${currency} at most, including what has raised it or is about to raise it`,
  })
}
