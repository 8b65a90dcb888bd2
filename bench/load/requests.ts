/** Whom the requests are for. */
export interface Target {
  readonly host: string
  readonly port: number
  readonly entityId: string
  readonly token: string
}

/** A complete `POST` with a form body. `token`: absent where the shopper's browser would send it. */
export function formPost(target: Target, path: string, form: string, token?: string): string {
  return `${head('POST', path, target, token)}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${form.length}\r\n\r\n${form}`
}

export function get(target: Target, path: string, token: string): string {
  return `${head('GET', path, target, token)}\r\n`
}

function head(method: string, path: string, { host, port }: Target, token?: string): string {
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n${authorization}`
}

/**
 * Different in every request, the same length, in no order: the worst case for an index. A letter
 * between the digits of each part keeps it from looking like a card number, which would be refused.
 */
export function randomReference(): string {
  const part = () =>
    Math.floor(Math.random() * 0x1000_0000)
      .toString(16)
      .padStart(7, '0')
      .replace(/^.../, '$&x')
  return `order-${part()}${part()}`
}

const CARD = cardOf('4200000000000000')

function cardOf(number: string): string {
  return `card.number=${number}&card.holder=Jane+Jones&card.expiryMonth=11&card.expiryYear=2034&card.cvv=123`
}

const SHOPPER =
  'customer.merchantCustomerId=customer-7301&customer.givenName=Jane&customer.surname=Jones&customer.email=jane%40shop.example&billing.street1=Harbour+Street+7&billing.city=Hamburg&billing.postcode=20457&billing.country=DE'

/** A card payment of twenty fields, as a shop sends it: the body of `POST /v1/payments`. */
export function cardPaymentForm({ entityId }: Target, card = CARD): string {
  return `entityId=${entityId}&amount=92.00&currency=EUR&paymentType=DB&paymentBrand=VISA&${card}&merchantTransactionId=${randomReference()}&merchantInvoiceId=20261121-0042&${SHOPPER}`
}

/** A card of the simulated issuer that needs no method call and no challenge. */
const FRICTIONLESS_CARD = cardOf('4200000000000026')

/** What an authentication needs to know of the shopper's browser, so that it need not come first. */
const BROWSER =
  'customer.ip=192.0.2.1&customer.browser.acceptHeader=text%2Fhtml&customer.browser.language=de-DE&customer.browser.screenHeight=1080&customer.browser.screenWidth=1920&customer.browser.timezone=-60&customer.browser.userAgent=Mozilla%2F5.0+%28X11%3B+Linux+x86_64%29&customer.browser.javaEnabled=false&customer.browser.screenColorDepth=24'

/** A payment with all that an authentication needs; it takes place where the card is enrolled. */
export function browserPaymentForm(
  target: Target,
  { isEnrolled }: { isEnrolled: boolean },
): string {
  const form = cardPaymentForm(target, isEnrolled ? FRICTIONLESS_CARD : CARD)
  return `${form}&${BROWSER}&shopperResultUrl=https%3A%2F%2Fshop.example%2Fback`
}

/** What a shop's server sends to open a checkout. */
export function checkoutForm({ entityId }: Target): string {
  return `entityId=${entityId}&amount=92.00&currency=EUR&paymentType=DB&merchantTransactionId=${randomReference()}`
}

/** What the number frame of the widget sends. */
export const WIDGET_FORM = `paymentBrand=VISA&${CARD}`
