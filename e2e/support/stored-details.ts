import type { Parameters } from './gateway-client.ts'
import type { MerchantPage } from './merchant-page.ts'

/** What a shopper has paid with before: two cards and an account. */
export const storedCard = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}
export const otherStoredCard = {
  ...storedCard,
  'card.number': '5454545454545454',
  'card.expiryMonth': '11',
}
export const storedAccount = {
  paymentBrand: 'KLARNA_INVOICE',
  'virtualAccount.accountId': 'jane.jones@example.com',
}

/** Stores what is given with a payment; the parameters by which a checkout offers it. */
export async function storeWithPayment(
  { gateway }: MerchantPage,
  ...details: readonly Parameters[]
): Promise<{ readonly tokens: readonly string[]; readonly offer: Parameters }> {
  const paid = await Promise.all(
    details.map((each) => gateway.pay('/v1/payments', { ...each, createRegistration: 'true' })),
  )
  const tokens = paid.map(({ registrationId = '' }) => registrationId)
  return {
    tokens,
    offer: Object.fromEntries(tokens.map((token, at) => [`registrations[${at}].id`, token])),
  }
}
