import type { Access } from '../../entities/access.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { references } from '../life-cycle.ts'

/**
 * The capture to refund where a refund names a hold: plugins of the `legacy` profile know only the id
 * of the hold (decisions §1). The refund is stored as a refund of the capture, so that refunds by
 * either id share one limit. The profile is that of the hold's channel.
 */
export async function capturedBy(
  hold: PaymentRow,
  { access, store }: { readonly access: Access; readonly store: Store },
): Promise<PaymentRow | Refusal> {
  // The rules refuse every reference to a payment that has not succeeded.
  if (hold.state !== 'succeeded') return hold
  const family = await store.read.paymentsOfFamily(hold.familyId)
  const captures = family.filter(
    ({ paymentType, referencedId, state }) =>
      paymentType === 'CP' && referencedId === hold.id && state === 'succeeded',
  )
  const [capture, another] = captures
  if (capture === undefined) return unfit('nothing of this PA has been captured')
  if (another !== undefined) {
    return unfit(`this PA has ${captures.length} captures, name the one to be refunded`)
  }
  const { profile } = await access.settingsOf(hold.entityId)
  if (profile === 'legacy') return capture
  return unfit(`this is a PA, name its capture ${capture.id}. The legacy profile accepts it`)
}

function unfit(reason: string): Refusal {
  const code = references.refund.unfitCode
  return refuse(code, { description: `${descriptionOf(code)}: ${reason}` })
}
