import type { FlatBody } from '../server/parameters/table.ts'
import type { Random } from './random.ts'

/** A card whose issuer makes no method call, and one whose issuer does. */
const PLAIN_NUMBER = '4200000010000008'
export const METHOD_NUMBER = '4200000020000006'

/** Whether the cards of a number are enrolled in 3-D Secure at the simulated issuer. */
export function isEnrolled(number: string): boolean {
  return number === PLAIN_NUMBER || number === METHOD_NUMBER
}

export const RETURN_ADDRESS: FlatBody = [['shopperResultUrl', 'https://shop.example/done']]

/** The input of a shopper with an enrolled card: each has a different security code. */
export function enrolledCard(random: Random): FlatBody {
  return [
    ['paymentBrand', 'VISA'],
    ['card.number', random.chance(0.4) ? METHOD_NUMBER : PLAIN_NUMBER],
    ['card.holder', 'Jane Jones'],
    ['card.expiryMonth', '05'],
    ['card.expiryYear', '2034'],
    ['card.cvv', String(random.integer(124, 999))],
  ]
}

/** The parameters that are required with any data of the customer. */
export const CUSTOMER: FlatBody = [
  ['customer.givenName', 'Jane'],
  ['customer.surname', 'Jones'],
  ['customer.email', 'jane@shop.example'],
  ['customer.ip', '192.0.2.7'],
]

/** The browser data of a merchant; without them the authentication page collects it. */
export const BROWSER: FlatBody = [
  ['customer.browser.language', 'de'],
  ['customer.browser.screenHeight', '1080'],
  ['customer.browser.screenWidth', '1920'],
  ['customer.browser.timezone', '-60'],
  ['customer.browser.userAgent', 'Mozilla/5.0'],
]

/** The security code of an enrolled card in a request, as it was typed in. */
export function typedCode(body: FlatBody): string | undefined {
  const values = new Map(body.map(([name, value]) => [name, value]))
  return isEnrolled(values.get('card.number') ?? '') ? values.get('card.cvv') : undefined
}

/** Whether a text, mostly JSON, has a security code as a value of its own in it. */
export function holdsCode(text: string, code: string): boolean {
  return text.includes(`"${code}"`) || text.includes(`"${code}\\`)
}
