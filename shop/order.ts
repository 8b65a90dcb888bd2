import { CURRENCY, DELIVERY_CENTS, FREE_DELIVERY_FROM_CENTS, PRODUCTS } from './catalogue.ts'

/** What the page may say about a purchase: which thing and how many. Never a price. */
export interface CartItem {
  readonly sku: string
  readonly quantity: number
}

interface OrderLine {
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly unitCents: number
  readonly lineCents: number
}

/** A priced basket, in cents of EUR. */
export interface PricedOrder {
  readonly lines: readonly OrderLine[]
  readonly subtotalCents: number
  readonly deliveryCents: number
  readonly totalCents: number
}

/**
 * Prices a basket from the catalogue; products that are not sold and quantities of nought fall out.
 * The page uses it to show the sum, the server to charge it: only the server's word counts.
 */
export function priceOrder(items: readonly CartItem[]): PricedOrder {
  const lines = items.flatMap(({ sku, quantity }) => {
    const product = PRODUCTS.find((candidate) => candidate.sku === sku)
    if (product === undefined || quantity < 1) return []
    return [{ ...product, quantity, lineCents: product.unitCents * quantity }]
  })
  const subtotalCents = lines.reduce((sum, line) => sum + line.lineCents, 0)
  const freeOfCharge = subtotalCents === 0 || subtotalCents >= FREE_DELIVERY_FROM_CENTS
  const deliveryCents = freeOfCharge ? 0 : DELIVERY_CENTS
  return { lines, subtotalCents, deliveryCents, totalCents: subtotalCents + deliveryCents }
}

/** 4290 → `42.90`, as amounts stand on the wire. Integer arithmetic only. */
export function wireAmount(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** The order as parameters of `POST /v1/checkouts`: amount, currency, shipping and cart items. */
export function orderParameters(order: PricedOrder): Record<string, string> {
  const parameters: Record<string, string> = {
    amount: wireAmount(order.totalCents),
    currency: CURRENCY,
    'shipping.cost': wireAmount(order.deliveryCents),
  }
  for (const [index, line] of order.lines.entries()) {
    const item = `cart.items[${index}]`
    parameters[`${item}.name`] = line.name
    parameters[`${item}.merchantItemId`] = line.sku
    parameters[`${item}.quantity`] = String(line.quantity)
    parameters[`${item}.currency`] = CURRENCY
    parameters[`${item}.price`] = wireAmount(line.unitCents)
    parameters[`${item}.totalAmount`] = wireAmount(line.lineCents)
  }
  return parameters
}
