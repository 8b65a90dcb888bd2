import { paymentBrand } from '../../../../common/payment-brands.ts'
import type { AnsweredOperation } from './result-details.ts'

/** The account with which the shopper of the simulator pays on a provider's page (reference behaviour §6.3). */
export const shopperAccounts = {
  bankAccount: {
    'bankAccount.holder': 'Test Holder',
    'bankAccount.bankName': 'Test Bank',
    'bankAccount.number': '121342',
    'bankAccount.iban': 'DE23100000001234567890',
    'bankAccount.bic': 'MARKDEF1100',
    'bankAccount.country': 'DE',
  },
  virtualAccount: { 'virtualAccount.accountId': 'shopper@example.com' },
} as const

/**
 * Adds what a provider tells of the account when the shopper paid on its page. Where the merchant
 * named one, nothing is added to it.
 */
export function addShopperAccount(
  shown: Record<string, string>,
  operation: AnsweredOperation,
): void {
  const kind = paymentBrand(operation.paymentBrand)?.kind
  if (kind !== 'bankAccount' && kind !== 'virtualAccount') return
  if (Object.keys(operation.request).some((name) => name.startsWith(`${kind}.`))) return
  Object.assign(shown, shopperAccounts[kind])
}
