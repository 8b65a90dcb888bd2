import { formatAmount, type Money, parseAmount } from '../../common/money.ts'
import type { ParameterValues } from '../parameters/values.ts'

/** Parameters of the items, without their index. */
const PRICE = 'cart.items[n].price'
const TOTAL = 'cart.items[n].totalAmount'
const QUANTITY = 'cart.items[n].quantity'
const SHIPPING = 'cart.items[n].shipping'
const CURRENCY = 'cart.items[n].currency'
const PAID = 'cart.payments[n].amount'

/**
 * What answers of the test environment say of a cart whose sum is not the amount; `undefined` where both
 * agree, or the items do not say what they cost. `totalAmount` includes the quantity and `price` the tax
 * (interface document, Cart items); delivery may be part of the items, come on top, or both, and a part may
 * have been paid before (`cart.payments`).
 */
export function cartSumWarning(values: ParameterValues, amount: Money): string | undefined {
  const [total, price] = [TOTAL, PRICE].map((name) => values.sent(name.replace('[n]', '[0]')))
  // Most payments have no cart, and all their values would be read for nothing.
  if (total === undefined && price === undefined) return undefined
  const { currency } = amount
  const items = itemsOf(values)
  const inCurrency = (text: string | undefined) => minorOf(text, currency)
  const totals = items.map((item) => totalOf(item, currency))
  const isForeign = items.some((item) => (item.get(CURRENCY) ?? currency) !== currency)
  if (isForeign || totals.includes(undefined)) return undefined
  const sum = sumOf(totals)
  const ofItems = sumOf(items.map((item) => inCurrency(item.get(SHIPPING))))
  const delivery = inCurrency(values.get('shipping.cost')) ?? 0
  const paid = sumOf(paidBefore(values).map(inCurrency))
  const possible = [0, ofItems, delivery, ofItems + delivery].flatMap((added) => [
    sum + added,
    sum + added - paid,
  ])
  if (possible.includes(amount.minor)) return undefined
  const words = `${formatAmount({ minor: sum, currency })} ${currency}`
  return `The items of the cart cost ${words}, also with shipping and without cart.payments not the amount of ${formatAmount(amount)}: check totalAmount, price and quantity of cart.items`
}

type Item = ReadonlyMap<string, string>

/** The items in any order: their parameters by name without the index. */
function itemsOf(values: ParameterValues): readonly Item[] {
  const items = new Map<string, Map<string, string>>()
  for (const [name, value] of values.entries()) {
    const [, index, member] = /^cart\.items\[(\d+)\]\.(\w+)$/.exec(name) ?? []
    if (index === undefined) continue
    const item = items.get(index) ?? new Map<string, string>()
    items.set(index, item.set(`cart.items[n].${member}`, value))
  }
  return [...items.values()]
}

function totalOf(item: Item, currency: string): number | undefined {
  const total = item.get(TOTAL)
  if (total !== undefined) return minorOf(total, currency)
  const price = minorOf(item.get(PRICE), currency)
  return price === undefined ? undefined : Math.round(price * Number(item.get(QUANTITY) ?? '1'))
}

function paidBefore(values: ParameterValues): readonly string[] {
  const isPaid = (name: string) => name.replace(/\[\d+\]/, '[n]') === PAID
  return values.entries().flatMap(([name, value]) => (isPaid(name) ? [value] : []))
}

function minorOf(text: string | undefined, currency: string): number | undefined {
  if (text === undefined) return undefined
  const money = parseAmount(text, currency)
  return typeof money === 'string' ? undefined : money.minor
}

function sumOf(parts: readonly (number | undefined)[]): number {
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}
