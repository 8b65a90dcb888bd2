import {
  BEARER,
  CARD,
  CREATED,
  FORM,
  INVALID,
  JSON_TYPE,
  MINIMAL,
  type More,
  OLD,
  PAID,
  PENDING,
  type Shape,
} from './shape.fixture.ts'

type Said = More & Partial<Pick<Shape, 'says'>>

/** A checkout of the whole body. */
const opened = (what: string, body: string, more: Said = {}): Shape => ({
  what,
  sender: 'PHP sample',
  send: 'POST /v1/checkouts',
  headers: { ...BEARER, ...FORM },
  body,
  answer: CREATED,
  says: '"id":"',
  ...refused(more),
})

const status = (what: string, send: string, more: Said = {}): Shape => ({
  what,
  sender: 'PHP sample',
  send,
  headers: BEARER,
  answer: PENDING,
  says: '"ndc":"',
  ...more,
})

/** A refusal has no id. */
function refused(more: Said): Said {
  return more.answer === undefined || 'says' in more ? more : { ...more, says: '"result"' }
}

const typed = (contentType: string): Shape =>
  opened(`Content-Type: ${contentType}`, `entityId={entity}&${MINIMAL}`, {
    headers: { ...BEARER, 'content-type': contentType },
  })

/** Types of content, orders of parameters, addresses and encodings. */
export const encodings: readonly Shape[] = [
  typed('application/x-www-form-urlencoded'),
  typed('application/x-www-form-urlencoded; charset=UTF-8'),
  typed('application/x-www-form-urlencoded;charset=utf-8'),
  typed('application/x-www-form-urlencoded;charset=utf-8;'),
  typed('Application/X-WWW-Form-Urlencoded'),

  opened('entityId last', `${MINIMAL}&entityId={entity}`),
  opened('the whole amount', 'entityId={entity}&amount=10&currency=EUR&paymentType=DB'),
  opened(
    'empty values',
    `entityId={entity}&${MINIMAL}&merchantTransactionId=&customer.email=&taxAmount=`,
  ),
  opened('a name without a value', `entityId={entity}&${MINIMAL}&merchantTransactionId`),
  opened('separators at both ends and twice', `&entityId={entity}&&${MINIMAL}&`),
  opened(
    'blanks around values',
    'entityId={entity}&amount= 92.00 &currency=EUR+&paymentType=%20DB',
  ),
  opened('line ends after values', `entityId={entity}\r\n&${MINIMAL}\n`),
  opened(
    'values that are not encoded',
    `entityId={entity}&${MINIMAL}&customer.givenName=Jane&customer.surname=Jones-O'Hara&billing.street1=123 Test Street #4&shopperResultUrl=https://shop.example/result?order=7`,
  ),
  opened(
    'all of it encoded',
    'entityId=%7Bentity%7D&amount=92%2E00&currency=EUR&paymentType=DB&customParameters%5BSHOPPER_order%5D=7%2F12&customer%2Eemail=jane%40shop.example&customer.givenName=J%C3%A4ne&customer.surname=Jones'.replace(
      '%7Bentity%7D',
      '{entity}',
    ),
  ),
  opened('an empty query', `entityId={entity}&${MINIMAL}`, { send: 'POST /v1/checkouts?' }),
  opened('a slash at the end', `entityId={entity}&${MINIMAL}`, { send: 'POST /v1/checkouts/' }),
  opened('a base address that ends in a slash', `entityId={entity}&${MINIMAL}`, {
    send: 'POST //v1/checkouts',
  }),
  opened(
    'the mark of simulated 3-D Secure',
    `entityId={entity}&${MINIMAL}&customParameters[3DS2_enrolled]=true`,
  ),
  opened('a lower-case bearer', `entityId={entity}&${MINIMAL}`, {
    headers: { ...FORM, authorization: 'bearer {token}' },
  }),
  opened(
    'JSON with numbers and nothing',
    '{"entityId":"{entity}","amount":92.5,"currency":"EUR","paymentType":"DB","merchantTransactionId":null}',
    {
      headers: { ...BEARER, ...JSON_TYPE },
    },
  ),

  {
    what: 'a payment from server to server',
    send: 'POST /v1/payments',
    headers: { ...BEARER, ...FORM },
    body: `${CARD}&${MINIMAL}&entityId={entity}`,
    answer: PAID,
    sender: 'PHP sample',
    says: '"amount":"',
  },
  {
    what: 'a refund with all of it once more',
    send: 'POST /v1/payments/{payment}',
    headers: { ...BEARER, ...FORM },
    body: 'entityId={entity}&amount=1&currency=EUR&paymentType=RF&testMode=INTERNAL',
    answer: PAID,
    sender: 'PHP sample',
    says: '"amount":"',
  },
  {
    what: 'a refund without an entity',
    send: 'POST /v1/payments/{payment}',
    headers: { ...BEARER, ...FORM },
    body: 'amount=1.00&currency=EUR&paymentType=RF',
    answer: PAID,
    sender: 'PHP sample',
    says: '"amount":"',
  },

  status('a status', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}'),
  status('a status without an entity', 'GET /v1/checkouts/{checkout}/payment'),
  status('a status with a type', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}', {
    headers: { ...BEARER, ...FORM },
  }),
  status('a status with a type of JSON', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}', {
    headers: { ...BEARER, ...JSON_TYPE },
  }),
  status('a status with an empty body', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}', {
    headers: { ...BEARER, ...FORM, 'content-length': '0' },
  }),
  status('a status with a body that nobody reads', 'GET /v1/checkouts/{checkout}/payment', {
    headers: { ...BEARER, ...FORM },
    body: 'entityId={entity}',
  }),
  status('a resourcePath after a slash', 'GET //v1/checkouts/{checkout}/payment?entityId={entity}'),
  status('a slash before the query', 'GET /v1/checkouts/{checkout}/payment/?entityId={entity}'),
  status(
    'an empty parameter in the query',
    'GET /v1/checkouts/{checkout}/payment?entityId={entity}&',
  ),
  status('a payment by its id', 'GET /v1/payments/{payment}?entityId={entity}', { answer: PAID }),

  opened('old credentials in the body', `${OLD}&${MINIMAL}`, { profile: 'legacy', headers: FORM }),
  opened('old credentials without the header', `${OLD}&${MINIMAL}`, {
    profile: 'strict',
    headers: FORM,
    answer: [401, '800.900.300'],
    says: 'The legacy profile accepts it',
  }),
  opened('old credentials beside the header', `${OLD}&${MINIMAL}`, { profile: 'legacy' }),
  opened(
    'names of the plugin itself',
    `entityId={entity}&${MINIMAL}&SHOPPER_plugin=woo&shop.version=1`,
    {
      profile: 'legacy',
    },
  ),
  status('old credentials in the query', `GET /v1/checkouts/{checkout}/payment?${OLD}`, {
    profile: 'legacy',
    headers: FORM,
  }),
  status('a status with nothing but the id', 'GET /v1/checkouts/{checkout}/payment', {
    profile: 'legacy',
    headers: {},
  }),
  {
    what: 'a deletion with a type',
    send: 'DELETE /v1/checkouts/{checkout}?entityId={entity}',
    headers: { ...BEARER, ...FORM },
    answer: [200, '000.200.102'],
    sender: 'PHP sample',
    says: '"id":"',
  },

  opened('a misspelt name', `entityID={entity}&${MINIMAL}`, {
    profile: 'strict',
    answer: INVALID,
    says: 'did you mean entityId?',
  }),
  opened('a comma in the amount', 'entityId={entity}&amount=92,00&currency=EUR&paymentType=DB', {
    answer: INVALID,
    says: '"amount"',
  }),
  opened(
    'a currency in small letters',
    'entityId={entity}&amount=92.00&currency=eur&paymentType=DB',
    {
      answer: INVALID,
      says: '"currency"',
    },
  ),
  opened(
    'the same name twice, with two values',
    `entityId={entity}&${MINIMAL}&customParameters[ITEM_1]=a&customParameters[ITEM_1]=b`,
    {
      profile: 'strict',
      answer: INVALID,
      says: 'is sent more than once, with different values',
    },
  ),
  opened(
    'the same name twice, of which the last one counts',
    `entityId={entity}&${MINIMAL}&customParameters[ITEM_1]=a&customParameters[ITEM_1]=c`,
    { profile: 'legacy' },
  ),
  opened(
    'the same JSON name twice',
    '{"entityId":"{entity}","amount":"1.00","amount":"92.00","currency":"EUR","paymentType":"DB"}',
    {
      headers: { ...BEARER, ...JSON_TYPE },
      answer: INVALID,
      says: 'amount is sent more than once',
    },
  ),
  opened(
    'the same name in JSON, once flat',
    '{"card":{"holder":"Ann"},"card.holder":"Jane","entityId":"{entity}"}',
    {
      profile: 'strict',
      send: 'POST /v1/payments',
      headers: { ...BEARER, ...JSON_TYPE },
      answer: INVALID,
      says: 'is sent more than once',
    },
  ),
  opened('letters that are not UTF-8', `entityId={entity}&${MINIMAL}&customer.surname=M%FCller`, {
    answer: INVALID,
    says: 'is not UTF-8',
  }),
  opened(
    'a text that is shortened in the middle of a character',
    `entityId={entity}&${MINIMAL}&cart.items[0].name=Smiley%20%F0%9F%98&cart.items[0].price=92.00&cart.items[0].quantity=1`,
    {},
  ),
  opened('everything in the query', '', {
    send: `POST /v1/checkouts?entityId={entity}&${MINIMAL}`,
    answer: INVALID,
    says: 'send it in the body',
  }),
  opened('a PHP array, which makes a multipart body', '--x\r\n\r\n--x--', {
    headers: { ...BEARER, 'content-type': 'multipart/form-data; boundary=x' },
    answer: [415, '200.300.404'],
    says: 'send application/x-www-form-urlencoded',
  }),
  opened('no Content-Type', `entityId={entity}&${MINIMAL}`, {
    headers: BEARER,
    answer: [415, '200.300.404'],
    says: 'send application/x-www-form-urlencoded',
  }),
  opened('a mode that no connector serves', `entityId={entity}&${MINIMAL}&testMode=EXTERNAL`, {
    answer: [400, '600.200.700'],
  }),
]
