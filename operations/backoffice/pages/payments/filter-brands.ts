/** Ways to pay that the list is filtered by; the address takes any other. */
export const BRANDS = [
  'VISA',
  'MASTER',
  'AMEX',
  'MAESTRO',
  'DISCOVER',
  'JCB',
  'PAYPAL',
  'APPLEPAY',
  'GOOGLEPAY',
  'DIRECTDEBIT_SEPA',
  'KLARNA_PAYMENTS_ONE',
] as const
