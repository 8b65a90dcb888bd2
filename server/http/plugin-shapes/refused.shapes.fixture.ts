import {
  create,
  FORM,
  INVALID,
  MINIMAL,
  type More,
  type Sender,
  type Shape,
  UNAUTHENTICATED,
} from './shape.fixture.ts'

/** A parameter that strict refuses with the name that was probably meant, and legacy ignores. */
function misspelt(name: string, meant: string, sender: Sender): Shape[] {
  const fields = `${MINIMAL}&${name}=1`
  return [
    create(
      `${name} for ${meant}`,
      sender,
      fields,
      ['is not an allowed parameter', `did you mean ${meant}?`],
      { profile: 'strict', answer: INVALID },
    ),
    create(`${name} for ${meant}, ignored`, sender, fields, '"id":"', { profile: 'legacy' }),
  ]
}

function unknown(name: string, sender: Sender): Shape[] {
  const fields = `${MINIMAL}&${name}=1`
  return [
    create(
      `${name}, which nobody knows`,
      sender,
      fields,
      [`"name":"${name}"`, 'is not an allowed parameter'],
      { profile: 'strict', answer: INVALID },
    ),
    create(`${name}, which nobody knows, ignored`, sender, fields, '"id":"', { profile: 'legacy' }),
  ]
}

function wrong(
  what: string,
  sender: Sender,
  fields: string,
  names: string,
  more: More = {},
): Shape {
  return create(what, sender, fields, `"name":"${names}"`, { answer: INVALID, ...more })
}

/** Names that plugins get wrong. */
export const wrongNames: readonly Shape[] = [
  ...misspelt('paymenttype', 'paymentType', 'PHP sample'),
  ...misspelt('shopperResultURL', 'shopperResultUrl', 'Node SDK'),
  ...misspelt('merchantTransactionID', 'merchantTransactionId', 'shop plugin'),
  ...misspelt('customer.givenname', 'customer.givenName', 'shop plugin'),
  ...misspelt('customer.surName', 'customer.surname', 'shop plugin'),
  ...misspelt('billing.street', 'billing.street1', 'shop plugin'),
  ...misspelt('billing.postCode', 'billing.postcode', 'shop plugin'),
  ...misspelt('testmode', 'testMode', 'PHP sample'),
  ...misspelt('createRegistrations', 'createRegistration', 'Laravel package'),
  ...misspelt('cart.item[0].name', 'cart.items[0].name', 'shop plugin'),
  ...misspelt('Currency', 'currency', 'JVM or .NET client'),
  ...unknown('shop.version', 'shop plugin'),
  ...unknown('merchant_site_url', 'shop plugin'),
  ...unknown('action', 'PHP sample'),
  ...unknown('_token', 'Laravel package'),
]

/** Values that no platform takes: the answer names the parameter. */
export const wrongValues: readonly Shape[] = [
  wrong(
    'a thousands separator',
    'PHP sample',
    'amount=1,092.00&currency=EUR&paymentType=DB',
    'amount',
  ),
  wrong('a negative amount', 'back office', 'amount=-92.00&currency=EUR&paymentType=DB', 'amount'),
  wrong(
    'an amount without digits before the dot',
    'Node SDK',
    'amount=.92&currency=EUR&paymentType=DB',
    'amount',
  ),
  wrong(
    'an amount with its currency',
    'Node SDK',
    'amount=92.00 EUR&currency=EUR&paymentType=DB',
    'amount',
  ),
  wrong(
    'a float that was never rounded',
    'Node SDK',
    'amount=92.00000000000001&currency=EUR&paymentType=DB',
    'amount',
  ),
  wrong(
    'an amount in scientific notation',
    'Python client',
    'amount=9.2e1&currency=EUR&paymentType=DB',
    'amount',
  ),
  wrong('not a number', 'Node SDK', 'amount=NaN&currency=EUR&paymentType=DB', 'amount'),
  wrong('nothing at all as amount', 'shop plugin', 'amount=&currency=EUR&paymentType=DB', 'amount'),
  wrong(
    'three decimals of dinars',
    'shop plugin',
    'amount=10.500&currency=KWD&paymentType=DB',
    'amount',
  ),
  wrong('fractions of a yen', 'shop plugin', 'amount=10.50&currency=JPY&paymentType=DB', 'amount'),
  wrong(
    'a currency that is none',
    'shop plugin',
    'amount=92.00&currency=EURO&paymentType=DB',
    'currency',
  ),
  wrong(
    'the sign of a currency',
    'shop plugin',
    'amount=92.00&currency=€&paymentType=DB',
    'currency',
  ),
  wrong(
    'a type of payment in small letters',
    'PHP sample',
    'amount=92.00&currency=EUR&paymentType=db',
    'paymentType',
  ),
  wrong(
    'a type of payment in words',
    'Node SDK',
    'amount=92.00&currency=EUR&paymentType=SALE',
    'paymentType',
  ),
  wrong(
    'a capture that nobody authorised',
    'back office',
    'amount=92.00&currency=EUR&paymentType=CP',
    'paymentType',
  ),
  wrong('no currency', 'PHP sample', 'amount=92.00&paymentType=DB', 'currency'),
  wrong('no amount', 'PHP sample', 'currency=EUR&paymentType=DB', 'amount'),
  wrong(
    'a country in small letters',
    'shop plugin',
    `${MINIMAL}&billing.country=de`,
    'billing.country',
  ),
  wrong(
    'a country of three letters',
    'shop plugin',
    `${MINIMAL}&billing.country=DEU`,
    'billing.country',
  ),
  wrong(
    'the name of a country',
    'shop plugin',
    `${MINIMAL}&billing.country=Germany`,
    'billing.country',
  ),
  wrong(
    'a birthday as people write it',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.birthDate=31.12.1980`,
    'customer.birthDate',
  ),
  wrong(
    'a birthday that never was',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.birthDate=1981-02-29`,
    'customer.birthDate',
  ),
  wrong(
    'a street of digits alone',
    'shop plugin',
    `${MINIMAL}&billing.street1=12345`,
    'billing.street1',
  ),
  wrong(
    'an address without a host to return to',
    'shop plugin',
    `${MINIMAL}&shopperResultUrl=/checkout/result`,
    'shopperResultUrl',
  ),
  wrong(
    'a script to return to',
    'shop plugin',
    `${MINIMAL}&shopperResultUrl=javascript:alert(1)`,
    'shopperResultUrl',
  ),
  wrong(
    'a card number where none belongs',
    'PHP sample',
    `${MINIMAL}&card.number=4200000000000000`,
    'card.number',
    { profile: 'strict' },
  ),
  wrong(
    'a card number in the memo',
    'shop plugin',
    `${MINIMAL}&merchantMemo=card 4200000000000000`,
    'merchantMemo',
  ),
  wrong(
    'articles that begin with 1',
    'shop plugin',
    `${MINIMAL}&cart.items[1].name=Hat`,
    'cart.items[0]',
  ),
  wrong(
    'a custom parameter of two letters',
    'shop plugin',
    `${MINIMAL}&customParameters[no]=7`,
    'customParameters[no]',
  ),
  wrong(
    'a stored card that is none',
    'shop plugin',
    `${MINIMAL}&registrations[0].id=8ac7a4a0000000000000000000000000`,
    'registrations[0].id',
  ),
  wrong('two amounts', 'shop plugin', `${MINIMAL}&amount=93.00`, 'amount', { profile: 'strict' }),
  wrong(
    'half of an identity document',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.identificationDocId=12345678`,
    'customer.identificationDocType',
  ),
]

const bare = (
  what: string,
  headers: Readonly<Record<string, string>>,
  answer: Shape['answer'],
  says: string,
) => create(what, 'PHP sample', MINIMAL, says, { headers: { ...FORM, ...headers }, answer })

/** Credentials that were copied wrongly. */
export const wrongCredentials: readonly Shape[] = [
  bare('no token', {}, UNAUTHENTICATED, '"timestamp"'),
  bare('a token without Bearer', { authorization: '{token}' }, UNAUTHENTICATED, '"ndc"'),
  bare('Bearer without a token', { authorization: 'Bearer ' }, UNAUTHENTICATED, '"ndc"'),
  bare(
    'user and password of Basic',
    { authorization: 'Basic OGE4MjpzZWNyZXQ=' },
    UNAUTHENTICATED,
    '"ndc"',
  ),
  bare(
    'Bearer run together with its token',
    { authorization: 'Bearer{token}' },
    UNAUTHENTICATED,
    '"ndc"',
  ),
  bare(
    'the sample token of the documentation',
    { authorization: 'Bearer OGE4Mjk0MTc0YjdlY2IyODAxNGI5Njk5MjIwMDE1Y2N8c3k2S0pzVDg=' },
    [403, '800.900.300'],
    '"ndc"',
  ),
  create('another merchant’s channel', 'PHP sample', '', '"result"', {
    body: `entityId=8ac7a4c0000000000000000000000000&${MINIMAL}`,
    answer: [403, '800.900.301'],
  }),
  create('an entity that is none', 'PHP sample', '', '"name":"entityId"', {
    body: `entityId=shop&${MINIMAL}`,
    answer: INVALID,
  }),
  create('no entity', 'PHP sample', '', '"name":"entityId"', { body: MINIMAL, answer: INVALID }),
]

const lost = (what: string, send: string, status = 404) =>
  create(what, 'PHP sample', MINIMAL, ['"result"', '"ndc"'], {
    send,
    answer: [status, '200.300.404'],
  })

/** Addresses that were written wrongly. */
export const wrongAddresses: readonly Shape[] = [
  lost('an address without its version', 'POST /checkouts'),
  lost('an address of one checkout', 'POST /v1/checkout'),
  lost('an address in capitals', 'POST /V1/Checkouts'),
  lost('another version', 'POST /v2/checkouts'),
  create(
    'a body that is plain text',
    'PHP sample',
    MINIMAL,
    'send application/x-www-form-urlencoded',
    {
      headers: { authorization: 'Bearer {token}', 'content-type': 'text/plain' },
      answer: [415, '200.300.404'],
    },
  ),
  create('a body of XML', 'JVM or .NET client', '', 'send application/x-www-form-urlencoded', {
    body: '<checkout/>',
    headers: { authorization: 'Bearer {token}', 'content-type': 'application/xml' },
    answer: [415, '200.300.404'],
  }),
]

export const everyRefused: readonly Shape[] = [
  ...wrongNames,
  ...wrongValues,
  ...wrongCredentials,
  ...wrongAddresses,
]
