/** What the page itself knows of the card, as the wire wants it: never number or code. */
export function cardFields(
  brand: string,
  holder: string,
  expiry: { readonly month: number; readonly year: number } | undefined,
): Record<string, string> {
  return {
    paymentBrand: brand,
    'card.holder': holder.trim(),
    'card.expiryMonth': expiry === undefined ? '' : String(expiry.month).padStart(2, '0'),
    'card.expiryYear': expiry === undefined ? '' : String(expiry.year),
  }
}
