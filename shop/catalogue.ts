/** What the shop sells. Prices are integers of cents, VAT included: money is never a fraction here. */
export interface Product {
  readonly sku: string
  readonly name: string
  readonly unitCents: number
}

export const CURRENCY = 'EUR'

export const PRODUCTS: readonly Product[] = [
  { sku: 'sparrow', name: 'Sparrow, diamond kite', unitCents: 4200 },
  { sku: 'harrier', name: 'Harrier, delta kite', unitCents: 8950 },
  { sku: 'line', name: 'Braided line, 50 m', unitCents: 1490 },
]

export const DELIVERY_CENTS = 490
export const FREE_DELIVERY_FROM_CENTS = 15000
export const MAX_QUANTITY = 9
