import { expiryOf } from '../../fields/expiry.ts'

/** What the page itself knows of the card: never number or code. */
export interface CardEntries {
  readonly brand: string
  readonly holder: string
  readonly expiry: string
  readonly shopperResultUrl: string
}

/**
 * Names that the shop's own inputs may not set: ours, those that only the secured fields know, and
 * those that stand in the form because pages look for them and that the gateway does not take.
 */
const reserved = new Set([
  'paymentBrand',
  'card.holder',
  'card.expiryMonth',
  'card.expiryYear',
  'shopperResultUrl',
  'forceUtf8',
  'shopOrigin',
  'pay',
])
const SECURED = /^card\.(number|cvv)/i

/**
 * The wire names and values of a submit (reference behaviour §3.9): what the shop put into the form,
 * the browser's data, and our own fields. Values that are empty stay at home.
 */
export function wireFields(
  injected: Iterable<readonly [string, unknown]>,
  browser: Readonly<Record<string, string>>,
  card: CardEntries,
): Record<string, string> {
  const fields: Record<string, string> = { ...browser }
  for (const [name, value] of injected) {
    if (typeof value === 'string' && !reserved.has(name) && !SECURED.test(name)) {
      fields[name] = value
    }
  }
  const expiry = expiryOf(card.expiry)
  Object.assign(fields, {
    paymentBrand: card.brand,
    'card.holder': card.holder.trim(),
    'card.expiryMonth': expiry === undefined ? '' : String(expiry.month).padStart(2, '0'),
    'card.expiryYear': expiry === undefined ? '' : String(expiry.year),
    shopperResultUrl: card.shopperResultUrl,
  })
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name && value))
}
