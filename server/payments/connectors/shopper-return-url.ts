import { addQuery } from '../../../common/add-query.ts'
import type { PaymentRow } from '../../store/port.ts'

/**
 * Where a shopper comes back to after a page of somebody else: the merchant's address with `id` and
 * `resourcePath`, as the widget gives them (reference of existing clients). `onlyStores`: the payment
 * only authenticates a card that is stored.
 */
export function shopperReturnUrl(
  shopperResultUrl: string,
  payment: PaymentRow,
  onlyStores = false,
): string {
  const subject = payment.checkoutId ?? payment.id
  const path = pathOf(payment, onlyStores)
  const added = `id=${encodeURIComponent(subject)}&resourcePath=${encodeURIComponent(path)}`
  return addQuery(shopperResultUrl, added)
}

/** Where the merchant's server reads the result. */
function pathOf({ id, checkoutId, paymentType }: PaymentRow, onlyStores: boolean): string {
  const kind = onlyStores ? 'registration' : 'payment'
  if (checkoutId !== null) return `/v1/checkouts/${checkoutId}/${kind}`
  if (paymentType === '3D' && !onlyStores) return `/v1/threeDSecure/${id}`
  return `/v1/${kind}s/${id}`
}
