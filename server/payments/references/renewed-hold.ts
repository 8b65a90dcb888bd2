import type { Refusal } from '../../results/refusal.ts'
import type { PaymentRow, Store } from '../../store/port.ts'

/** Nothing is open. The description in the catalogue does not mention renewals. */
const NOTHING_OPEN = '700.300.300'

/**
 * The refusal of a reference to a hold that another payment has renewed: it names the payment that
 * holds the money now. Any other refusal stays as it is. Rejects with the store.
 */
export async function namingRenewal(
  refusal: Refusal,
  target: PaymentRow,
  store: Pick<Store, 'read'>,
): Promise<Refusal> {
  // A renewal reverses the open amount of the old hold.
  const mayBeRenewed = target.paymentType === 'PA' && target.reversedMinor > 0
  if (refusal.code !== NOTHING_OPEN || !mayBeRenewed) return refusal
  const family = await store.read.paymentsOfFamily(target.familyId)
  const renewals = renewalsAfter(target, family)
  const last = renewals.at(-1)
  if (last === undefined) return refusal
  const isDone = last.state === 'succeeded'
  const description = isDone
    ? `The hold was renewed by payment ${last.id}: name that payment`
    : `The hold is being renewed by payment ${last.id}: wait for its outcome, then name that payment`
  return { ...refusal, description }
}

/** The renewals of a hold, each renewing the one before; failed ones are left out. */
function renewalsAfter(target: PaymentRow, family: readonly PaymentRow[]): readonly PaymentRow[] {
  const renewal = family.find((payment) => payment.referencedId === target.id && isRenewal(payment))
  return renewal === undefined ? [] : [renewal, ...renewalsAfter(renewal, family)]
}

function isRenewal(payment: PaymentRow): boolean {
  return payment.operation === 'renewal' && payment.state !== 'failed'
}
