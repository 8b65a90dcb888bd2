/** Who sends such a request: plugins of shop systems, SDKs of a language, or samples that were copied. */
export type Sender =
  | 'PHP sample'
  | 'shop plugin'
  | 'Laravel package'
  | 'Node SDK'
  | 'Python client'
  | 'JVM or .NET client'
  | 'mobile app server'
  | 'subscription service'
  | 'back office'
  | 'widget'
  | 'terminal'
  | 'marketplace'
  | 'travel agency'

/**
 * A request as a plugin sends it, byte for byte. In all texts, {entity}, {token}, {checkout},
 * {paidCheckout}, {payment} (a debit), {hold} (an authorisation), {capturedHold}, {registration} and {shortId} stand
 * for those of a merchant.
 */
export interface Shape {
  readonly what: string
  readonly sender: Sender
  /** Both profiles are asked unless one is named. */
  readonly profile?: 'strict' | 'legacy'
  readonly send: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly answer: readonly [status: number, code: string]
  /** Parts of the answer. */
  readonly says: string | readonly string[]
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const JSON_TYPE = { 'content-type': 'application/json' }
export const BEARER = { authorization: 'Bearer {token}' }

export const MONEY = 'amount=92.00&currency=EUR'
export const MINIMAL = `${MONEY}&paymentType=DB`
export const CARD =
  'paymentBrand=VISA&card.number=4200000000000000&card.holder=Jane Jones&card.expiryMonth=05&card.expiryYear=2034&card.cvv=123'
export const OLD =
  'authentication.userId=8a82&authentication.password={token}&authentication.entityId={entity}'

export const CREATED = [200, '000.200.100'] as const
export const PAID = [200, '000.100.110'] as const
export const PENDING = [200, '000.200.000'] as const
export const INVALID = [400, '200.300.404'] as const
export const UNAUTHENTICATED = [401, '800.900.300'] as const

/** What a shape may say beside its name, sender, request and one fact of the answer. */
export type More = Partial<Pick<Shape, 'profile' | 'send' | 'headers' | 'body' | 'answer'>>

/** The creation of a checkout; `fields` follow the entityId. */
export function create(
  what: string,
  sender: Sender,
  fields: string,
  says: Shape['says'],
  more: More = {},
): Shape {
  return {
    what,
    sender,
    says,
    send: 'POST /v1/checkouts',
    headers: { ...BEARER, ...FORM },
    body: `entityId={entity}&${fields}`,
    answer: CREATED,
    ...more,
  }
}

/** A payment from server to server; `fields` follow the entityId. */
export function pay(
  what: string,
  sender: Sender,
  fields: string,
  says: Shape['says'],
  more: More = {},
): Shape {
  return create(what, sender, fields, says, { send: 'POST /v1/payments', answer: PAID, ...more })
}

/** A POST with these fields and nothing else. */
export function post(
  what: string,
  sender: Sender,
  path: string,
  body: string,
  says: Shape['says'],
  more: More = {},
): Shape {
  return create(what, sender, '', says, { send: `POST ${path}`, body, answer: PAID, ...more })
}

/** A GET or DELETE with the token. */
export function read(
  what: string,
  sender: Sender,
  send: string,
  says: Shape['says'],
  more: More = {},
): Shape {
  return { what, sender, says, send, headers: BEARER, answer: PENDING, ...more }
}

/** A JSON body for the creation of a checkout. */
export function json(
  what: string,
  sender: Sender,
  body: string,
  says: Shape['says'],
  more: More = {},
): Shape {
  return create(what, sender, '', says, { headers: { ...BEARER, ...JSON_TYPE }, body, ...more })
}
