import { ndcOfCheckout } from '../../engine/ids.ts'
import type { CheckoutRow } from '../../engine/store/port.ts'
import type { Profile } from '../../wire/entities/settings.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'

/** `ndc` of the calls of a checkout; in the `legacy` profile its id as it stands (decisions §1, §3). */
export function checkoutNdc(checkoutId: string, profile: Profile): string {
  return profile === 'legacy' ? checkoutId : ndcOfCheckout(checkoutId)
}

/** Created, updated, deleted. */
type CheckoutCode = '000.200.100' | '000.200.101' | '000.200.102'

/** What the merchant is told of a checkout; `integrity`: of its script, where it was asked for. */
export function checkoutAnswer(
  code: CheckoutCode,
  checkout: CheckoutRow,
  ndc: string,
  integrity: string | null = null,
): Answer {
  const after = integrity === null ? { id: checkout.id } : { id: checkout.id, integrity }
  return { status: 200, body: bodyOf(code, { ndc, atMs: checkout.updatedAtMs }, { after }) }
}
