import { addQuery } from '../../../common/add-query.ts'
import type { PaymentRow } from '../../engine/store/port.ts'

/**
 * Where a shopper comes back to after a page of somebody else: the merchant's address with `id` and
 * `resourcePath`, as the widget gives them (reference of existing clients). `onlyStores`: the payment
 * only authenticates a card that is stored.
 */
export function shopperReturnUrl(
  shopperResultUrl: string,
  { id, checkoutId }: PaymentRow,
  onlyStores = false,
): string {
  const subject = checkoutId ?? id
  const ofCheckout = onlyStores ? 'registration' : 'payment'
  const path =
    checkoutId === null ? `/v1/${ofCheckout}s/${id}` : `/v1/checkouts/${checkoutId}/${ofCheckout}`
  const added = `id=${encodeURIComponent(subject)}&resourcePath=${encodeURIComponent(path)}`
  return addQuery(shopperResultUrl, added)
}
