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

const CARD =
  'card.number=4200000000000000&card.holder=Jane+Jones&card.expiryMonth=11&card.expiryYear=2034&card.cvv=123'

const SHOPPER =
  'customer.merchantCustomerId=customer-7301&customer.givenName=Jane&customer.surname=Jones&customer.email=jane%40shop.example&billing.street1=Harbour+Street+7&billing.city=Hamburg&billing.postcode=20457&billing.country=DE'

/** A card payment of twenty fields, as a shop sends it: the body of `POST /v1/payments`. */
export function cardPaymentForm({ entityId }: Target): string {
  return `entityId=${entityId}&amount=92.00&currency=EUR&paymentType=DB&paymentBrand=VISA&${CARD}&merchantTransactionId=${randomReference()}&merchantInvoiceId=20261121-0042&${SHOPPER}`
}

/** What a shop's server sends to open a checkout. */
export function checkoutForm({ entityId }: Target): string {
  return `entityId=${entityId}&amount=92.00&currency=EUR&paymentType=DB&merchantTransactionId=${randomReference()}`
}

/** What the number frame of the widget sends. */
export const WIDGET_FORM = `paymentBrand=VISA&${CARD}`
