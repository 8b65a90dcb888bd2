import { addQuery } from '../../../common/add-query.ts'
import type { PaymentRow } from '../../engine/store/port.ts'

/**
 * Where a shopper comes back to after a page of somebody else: the merchant's address with `id` and
 * `resourcePath`, as the widget gives them (reference of existing clients).
 */
export function shopperReturnUrl(shopperResultUrl: string, { id, checkoutId }: PaymentRow): string {
  const subject = checkoutId ?? id
  const path = checkoutId === null ? `/v1/payments/${id}` : `/v1/checkouts/${checkoutId}/payment`
  const added = `id=${encodeURIComponent(subject)}&resourcePath=${encodeURIComponent(path)}`
  return addQuery(shopperResultUrl, added)
}
