import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestGateway } from '../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  legacyMerchant,
  type TestMerchant,
} from '../testing/merchants.fixture.ts'

/**
 * Requests as shop plugins and samples for gateways with this interface send them, byte for byte.
 * In all texts, {entity}, {token}, {checkout} and {payment} stand for those of a merchant.
 */
interface Shape {
  readonly what: string
  /** Both profiles are asked unless one is named. */
  readonly profile?: 'strict' | 'legacy'
  readonly send: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly answer: readonly [status: number, code: string]
  /** Part of the answer. */
  readonly says?: string
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const BEARER = { authorization: 'Bearer {token}' }
const OLD =
  'authentication.userId=8a82&authentication.password={token}&authentication.entityId={entity}'
const MINIMAL = 'amount=92.00&currency=EUR&paymentType=DB'
const CARD =
  'paymentBrand=VISA&card.number=4200000000000000&card.holder=Jane Jones&card.expiryMonth=05&card.expiryYear=2034&card.cvv=123'
const CREATED = [200, '000.200.100'] as const
const PAID = [200, '000.100.110'] as const
const UNPAID = [200, '000.200.000'] as const
const INVALID = [400, '200.300.404'] as const

const create = (what: string, body: string, more: Partial<Shape> = {}): Shape => ({
  what,
  send: 'POST /v1/checkouts',
  headers: { ...BEARER, ...FORM },
  body,
  answer: CREATED,
  ...more,
})

const read = (what: string, send: string, more: Partial<Shape> = {}): Shape => ({
  what,
  send,
  headers: BEARER,
  answer: UNPAID,
  ...more,
})

const typed = (contentType: string): Shape =>
  create(`Content-Type: ${contentType}`, `entityId={entity}&${MINIMAL}`, {
    headers: { ...BEARER, 'content-type': contentType },
  })

const shapes: readonly Shape[] = [
  typed('application/x-www-form-urlencoded'),
  typed('application/x-www-form-urlencoded; charset=UTF-8'),
  typed('application/x-www-form-urlencoded;charset=utf-8'),
  typed('application/x-www-form-urlencoded;charset=utf-8;'),
  typed('Application/X-WWW-Form-Urlencoded'),

  create('entityId first', `entityId={entity}&${MINIMAL}`),
  create('entityId last', `${MINIMAL}&entityId={entity}`),
  create('the whole amount', 'entityId={entity}&amount=10&currency=EUR&paymentType=DB'),
  create(
    'empty values',
    `entityId={entity}&${MINIMAL}&merchantTransactionId=&customer.email=&taxAmount=`,
  ),
  create('a name without a value', `entityId={entity}&${MINIMAL}&merchantTransactionId`),
  create('separators at both ends and twice', `&entityId={entity}&&${MINIMAL}&`),
  create(
    'blanks around values',
    'entityId={entity}&amount= 92.00 &currency=EUR+&paymentType=%20DB',
  ),
  create('line ends after values', `entityId={entity}\r\n&${MINIMAL}\n`),
  create(
    'values that are not encoded',
    `entityId={entity}&${MINIMAL}&customer.givenName=Jane&customer.surname=Jones-O'Hara&billing.street1=123 Test Street #4&shopperResultUrl=https://shop.example/result?order=7`,
  ),
  create(
    'all of it encoded',
    'entityId=%7Bentity%7D&amount=92%2E00&currency=EUR&paymentType=DB&customParameters%5BSHOPPER_order%5D=7%2F12&customer%2Eemail=jane%40shop.example&customer.givenName=J%C3%A4ne&customer.surname=Jones'.replace(
      '%7Bentity%7D',
      '{entity}',
    ),
  ),
  create('an empty query', `entityId={entity}&${MINIMAL}`, { send: 'POST /v1/checkouts?' }),
  create('a slash at the end', `entityId={entity}&${MINIMAL}`, { send: 'POST /v1/checkouts/' }),
  create('a base address that ends in a slash', `entityId={entity}&${MINIMAL}`, {
    send: 'POST //v1/checkouts',
  }),
  create(
    'the mark of simulated 3-D Secure',
    `entityId={entity}&${MINIMAL}&customParameters[3DS2_enrolled]=true`,
  ),
  create('a lower-case bearer', `entityId={entity}&${MINIMAL}`, {
    headers: { ...FORM, authorization: 'bearer {token}' },
  }),
  create(
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
  },
  {
    what: 'a refund with all of it once more',
    send: 'POST /v1/payments/{payment}',
    headers: { ...BEARER, ...FORM },
    body: 'entityId={entity}&amount=1&currency=EUR&paymentType=RF&testMode=INTERNAL',
    answer: PAID,
  },
  {
    what: 'a refund without an entity',
    send: 'POST /v1/payments/{payment}',
    headers: { ...BEARER, ...FORM },
    body: 'amount=1.00&currency=EUR&paymentType=RF',
    answer: PAID,
  },

  read('a status', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}'),
  read('a status without an entity', 'GET /v1/checkouts/{checkout}/payment'),
  read('a status with a type', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}', {
    headers: { ...BEARER, ...FORM },
  }),
  read('a status with a type of JSON', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}', {
    headers: { ...BEARER, ...JSON_TYPE },
  }),
  read('a status with an empty body', 'GET /v1/checkouts/{checkout}/payment?entityId={entity}', {
    headers: { ...BEARER, ...FORM, 'content-length': '0' },
  }),
  read('a status with a body that nobody reads', 'GET /v1/checkouts/{checkout}/payment', {
    headers: { ...BEARER, ...FORM },
    body: 'entityId={entity}',
  }),
  read('a resourcePath after a slash', 'GET //v1/checkouts/{checkout}/payment?entityId={entity}'),
  read('a slash before the query', 'GET /v1/checkouts/{checkout}/payment/?entityId={entity}'),
  read(
    'an empty parameter in the query',
    'GET /v1/checkouts/{checkout}/payment?entityId={entity}&',
  ),
  read('a payment by its id', 'GET /v1/payments/{payment}?entityId={entity}', { answer: PAID }),

  create('old credentials in the body', `${OLD}&${MINIMAL}`, { profile: 'legacy', headers: FORM }),
  create('old credentials without the header', `${OLD}&${MINIMAL}`, {
    profile: 'strict',
    headers: FORM,
    answer: [401, '800.900.300'],
    says: 'The legacy profile accepts it',
  }),
  create('old credentials beside the header', `${OLD}&${MINIMAL}`, { profile: 'legacy' }),
  create(
    'names of the plugin itself',
    `entityId={entity}&${MINIMAL}&SHOPPER_plugin=woo&shop.version=1`,
    {
      profile: 'legacy',
    },
  ),
  read('old credentials in the query', `GET /v1/checkouts/{checkout}/payment?${OLD}`, {
    profile: 'legacy',
    headers: FORM,
  }),
  read('a status with nothing but the id', 'GET /v1/checkouts/{checkout}/payment', {
    profile: 'legacy',
    headers: {},
  }),
  {
    what: 'a deletion with a type',
    send: 'DELETE /v1/checkouts/{checkout}?entityId={entity}',
    headers: { ...BEARER, ...FORM },
    answer: [200, '000.200.102'],
  },

  create('a misspelt name', `entityID={entity}&${MINIMAL}`, {
    profile: 'strict',
    answer: INVALID,
    says: 'did you mean entityId?',
  }),
  create('a comma in the amount', 'entityId={entity}&amount=92,00&currency=EUR&paymentType=DB', {
    answer: INVALID,
    says: '"amount"',
  }),
  create(
    'a currency in small letters',
    'entityId={entity}&amount=92.00&currency=eur&paymentType=DB',
    {
      answer: INVALID,
      says: '"currency"',
    },
  ),
  create(
    'the same name twice',
    `entityId={entity}&${MINIMAL}&customParameters[ITEM_1]=a&customParameters[ITEM_1]=b`,
    {
      answer: INVALID,
      says: 'is sent more than once',
    },
  ),
  create(
    'the same JSON name twice',
    '{"entityId":"{entity}","amount":"1.00","amount":"92.00","currency":"EUR","paymentType":"DB"}',
    {
      headers: { ...BEARER, ...JSON_TYPE },
      answer: INVALID,
      says: 'amount is sent more than once',
    },
  ),
  create(
    'the same name in JSON, once flat',
    '{"card":{"holder":"Ann"},"card.holder":"Jane","entityId":"{entity}"}',
    {
      send: 'POST /v1/payments',
      headers: { ...BEARER, ...JSON_TYPE },
      answer: INVALID,
      says: 'is sent more than once',
    },
  ),
  create('letters that are not UTF-8', `entityId={entity}&${MINIMAL}&customer.surname=M%FCller`, {
    answer: INVALID,
    says: 'is not UTF-8',
  }),
  create('everything in the query', '', {
    send: `POST /v1/checkouts?entityId={entity}&${MINIMAL}`,
    answer: INVALID,
    says: 'send it in the body',
  }),
  create('a PHP array, which makes a multipart body', '--x\r\n\r\n--x--', {
    headers: { ...BEARER, 'content-type': 'multipart/form-data; boundary=x' },
    answer: [415, '200.300.404'],
    says: 'send application/x-www-form-urlencoded',
  }),
  create('no Content-Type', `entityId={entity}&${MINIMAL}`, {
    headers: BEARER,
    answer: [415, '200.300.404'],
    says: 'send application/x-www-form-urlencoded',
  }),
  create('a mode that no connector serves', `entityId={entity}&${MINIMAL}&testMode=EXTERNAL`, {
    answer: [400, '600.200.700'],
  }),
]

const everyShape = shapes.flatMap((shape) =>
  (['strict', 'legacy'] as const)
    .filter((profile) => shape.profile === undefined || shape.profile === profile)
    .map((profile) => ({ ...shape, profile })),
)

const gateway = useTestGateway()
const merchants = new Map<string, TestMerchant>()

beforeAll(async () => {
  merchants.set('strict', await addMerchant(gateway()))
  merchants.set('legacy', await legacyMerchant(gateway()))
})

describe('requests as plugins send them', () => {
  it.each(everyShape)(
    '$what ($profile)',
    async ({ profile, send, headers, body, answer, says }) => {
      const fill = await filling(profile)
      const filled = Object.entries(headers ?? {}).map(([name, value]) => [name, fill(value)])
      const got = await exchange(fill(send), Object.fromEntries(filled), body && fill(body))
      expect([got.status, JSON.parse(got.text).result.code, got.text]).toEqual([
        ...answer,
        expect.stringContaining(says ?? ''),
      ])
    },
  )
})

/** Puts a merchant's own ids in place of the names in braces. */
async function filling(profile: string): Promise<(text: string) => string> {
  const merchant = merchants.get(profile)
  if (merchant === undefined) throw new Error(`There is no merchant of ${profile}`)
  const entity = channelOf(merchant)
  const ask = async (path: string, body: string): Promise<string> => {
    const headers = { authorization: `Bearer ${merchant.accessToken}`, ...FORM }
    return JSON.parse((await exchange(`POST ${path}`, headers, body)).text).id
  }
  const checkout = await ask('/v1/checkouts', `entityId=${entity}&${MINIMAL}`)
  const payment = await ask('/v1/payments', `entityId=${entity}&${MINIMAL}&${CARD}`)
  return (text) =>
    text
      .replaceAll('{entity}', entity)
      .replaceAll('{token}', merchant.accessToken)
      .replaceAll('{checkout}', checkout)
      .replaceAll('{payment}', payment)
}

/** Sends a request just so: `fetch` gives no body to GET, and a type to everything else. */
function exchange(
  methodAndPath: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const at = methodAndPath.indexOf(' ')
  const { hostname, port } = new URL(gateway().url)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      hostname,
      port,
      method: methodAndPath.slice(0, at),
      path: methodAndPath.slice(at + 1),
      headers: { ...length, ...headers },
    })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      response.setEncoding('utf8')
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, text })
    })
    sent.end(body)
  })
}
