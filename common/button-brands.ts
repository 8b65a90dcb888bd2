/**
 * Brands that need nothing from the shopper but a button, with their names for people: the widget
 * offers them in a form without fields.
 */

/** The shopper gets a slip or an account, and pays later. */
export const slipBrands: Readonly<Record<string, string>> = {
  BARPAY: 'BarPay',
  BOLETO: 'Boleto',
  OXXO: 'OXXO',
  PREPAYMENT: 'Prepayment',
}

/** The provider sends the shopper an invoice. */
export const invoiceBrands: Readonly<Record<string, string>> = {
  AFTERPAY: 'Afterpay',
  KLARNA_INVOICE: 'Klarna Invoice',
  POSTPAY: 'Postpay',
}
