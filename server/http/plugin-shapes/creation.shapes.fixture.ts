import { create, INVALID, json, MINIMAL, MONEY, type Shape } from './shape.fixture.ts'

const OPENED = '"id":"'

/** Creations of a checkout that the platform takes, from the smallest to the richest. */
export const creations: readonly Shape[] = [
  create(
    'a preauthorisation to capture when goods leave',
    'shop plugin',
    `${MONEY}&paymentType=PA`,
    OPENED,
  ),
  create(
    'the same entity twice',
    'PHP sample',
    `${MONEY}&paymentType=DB&entityId={entity}`,
    OPENED,
  ),
  create(
    'the same amount twice, once without decimals',
    'shop plugin',
    `${MONEY}&paymentType=DB&amount=92`,
    OPENED,
  ),
  create(
    'two amounts, of which the last one counts',
    'shop plugin',
    `${MONEY}&paymentType=DB&amount=93.00`,
    OPENED,
    { profile: 'legacy' },
  ),
  create(
    'an account check of nothing',
    'subscription service',
    'amount=0.00&currency=EUR&paymentType=PA&createRegistration=true',
    OPENED,
  ),
  create(
    'parameters in alphabetical order',
    'JVM or .NET client',
    'amount=92.00&billing.city=Berlin&billing.country=DE&currency=EUR&customer.givenName=Jane&customer.surname=Jones&paymentType=DB',
    OPENED,
  ),
  create(
    'a whole amount of dinars',
    'shop plugin',
    'amount=10&currency=KWD&paymentType=DB',
    OPENED,
  ),
  create(
    'yen with two zeros, as number_format writes them',
    'PHP sample',
    'amount=1000.00&currency=JPY&paymentType=DB',
    OPENED,
  ),
  create(
    'an amount with one decimal',
    'Node SDK',
    'amount=10.5&currency=EUR&paymentType=DB',
    OPENED,
    { profile: 'legacy' },
  ),
  create(
    'ten, written as a float',
    'Python client',
    'amount=10.0&currency=EUR&paymentType=DB',
    OPENED,
    { profile: 'legacy' },
  ),
  create(
    'ten, written as a float, to the letter',
    'Python client',
    'amount=10.0&currency=EUR&paymentType=DB',
    ['"amount"', 'legacy'],
    { profile: 'strict', answer: INVALID },
  ),
  create(
    'an order number with the time behind it',
    'shop plugin',
    `${MINIMAL}&merchantTransactionId=WC-1042-1763650000`,
    OPENED,
  ),
  create(
    'a UUID as reference',
    'Laravel package',
    `${MINIMAL}&merchantTransactionId=4be0643f-1d98-573b-97cd-ca98a65347dd`,
    OPENED,
  ),
  create('a short order number', 'shop plugin', `${MINIMAL}&merchantTransactionId=1042`, OPENED, {
    profile: 'legacy',
  }),
  create(
    'a short order number, to the letter',
    'shop plugin',
    `${MINIMAL}&merchantTransactionId=1042`,
    ['merchantTransactionId', 'legacy'],
    { profile: 'strict', answer: INVALID },
  ),
  create(
    'a customer with an address',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.email=jane@shop.example&customer.ip=203.0.113.7&customer.merchantCustomerId=1042&billing.street1=Hauptstrasse 1&billing.city=Berlin&billing.postcode=10115&billing.country=DE`,
    OPENED,
  ),
  create(
    'a customer of an IPv6 network',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.ip=2001:db8::7`,
    OPENED,
  ),
  create(
    'an empty second line and state',
    'shop plugin',
    `${MINIMAL}&billing.street1=Hauptstrasse 1&billing.street2=&billing.city=Berlin&billing.state=&billing.postcode=10115&billing.country=DE`,
    OPENED,
  ),
  create(
    'a state of two letters',
    'shop plugin',
    `${MINIMAL}&billing.street1=1 Main Street&billing.city=San Diego&billing.state=CA&billing.postcode=92101&billing.country=US`,
    OPENED,
  ),
  create(
    'a postcode with a blank',
    'shop plugin',
    `${MINIMAL}&billing.street1=10 Downing Street&billing.city=London&billing.postcode=SW1A 2AA&billing.country=GB`,
    OPENED,
  ),
  create(
    'a postcode with a hyphen',
    'shop plugin',
    `${MINIMAL}&billing.street1=Rua Augusta 7&billing.city=Lisboa&billing.postcode=1100-048&billing.country=PT`,
    OPENED,
  ),
  create(
    'a shipping address like the billing address',
    'shop plugin',
    `${MINIMAL}&billing.street1=Rua 7&billing.city=Lisboa&billing.country=PT&shipping.street1=Rua 7&shipping.city=Lisboa&shipping.country=PT&shipping.method=GROUND&shipping.cost=4.90`,
    OPENED,
  ),
  create(
    'somebody who receives it',
    'shop plugin',
    `${MINIMAL}&shipping.customer.givenName=Ann&shipping.customer.surname=Other&shipping.customer.phone=+49301234567`,
    OPENED,
  ),
  create(
    'a house number of its own',
    'shop plugin',
    `${MINIMAL}&billing.street1=Hauptstrasse&billing.houseNumber1=1a&billing.city=Berlin&billing.country=DE`,
    OPENED,
  ),
  create(
    'a phone number with an encoded plus',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.phone=%2B966 50 123 4567`,
    OPENED,
  ),
  create(
    'a phone number whose plus became a blank',
    'PHP sample',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.mobile=+966501234567`,
    OPENED,
  ),
  create(
    'a phone number with slashes and brackets',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.phone=030/123-45 (67)`,
    OPENED,
  ),
  create(
    'a phone number that begins with a bracket',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.phone=(030) 1234567`,
    OPENED,
    { profile: 'legacy' },
  ),
  create(
    'a phone number that begins with a bracket, to the letter',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.phone=(030) 1234567`,
    ['customer.phone', 'legacy'],
    { profile: 'strict', answer: INVALID },
  ),
  create(
    'names in Arabic',
    'shop plugin',
    `${MINIMAL}&customer.givenName=سارة&customer.surname=العتيبي&billing.city=الرياض&billing.country=SA`,
    OPENED,
  ),
  create(
    'names in Chinese, encoded',
    'shop plugin',
    `${MINIMAL}&customer.givenName=%E5%B0%8F%E6%98%8E&customer.surname=%E7%8E%8B`,
    OPENED,
  ),
  create(
    'an apostrophe, a hyphen and an ogonek',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Zoë-Anne&customer.surname=O’Brien-Wałęsa`,
    OPENED,
  ),
  create(
    'an emoji in the memo',
    'mobile app server',
    `${MINIMAL}&merchantMemo=Thank you 🎉 very much`,
    OPENED,
  ),
  create(
    'a memo of 255 characters',
    'shop plugin',
    `${MINIMAL}&merchantMemo=${'long '.repeat(51)}`,
    OPENED,
  ),
  create(
    'a memo that is longer than it may be',
    'shop plugin',
    `${MINIMAL}&merchantMemo=${'long '.repeat(120)}`,
    '"name":"merchantMemo"',
    { answer: INVALID },
  ),
  create(
    'an invoice and a descriptor',
    'back office',
    `${MINIMAL}&merchantInvoiceId=INV-2026-0042&descriptor=SHOP.EXAMPLE 0042`,
    OPENED,
  ),
  create('a language of the form', 'shop plugin', `${MINIMAL}&locale=de_DE`, OPENED),
  create(
    'a merchant’s own statement line',
    'marketplace',
    `${MINIMAL}&merchant.name=SHOP*ORDER 7&merchant.city=Berlin&merchant.country=DE&merchant.mcc=5999`,
    OPENED,
  ),
  create('the script’s hash', 'Node SDK', `${MINIMAL}&integrity=true`, '"integrity":"sha384-'),
  create('no hash', 'Node SDK', `${MINIMAL}&integrity=false`, OPENED),
  create(
    'the simulators of the test environment',
    'PHP sample',
    `${MINIMAL}&testMode=INTERNAL`,
    OPENED,
  ),
  create(
    'an address to return to',
    'shop plugin',
    `${MINIMAL}&shopperResultUrl=https://shop.example/checkout/result?order=7`,
    OPENED,
  ),
  create(
    'an encoded address to return to',
    'shop plugin',
    `${MINIMAL}&shopperResultUrl=https%3A%2F%2Fshop.example%2Findex.php%3Froute%3Dresult%26order%3D7`,
    OPENED,
  ),
  create(
    'an address of an app',
    'mobile app server',
    `${MINIMAL}&shopperResultUrl=com.shop.app.payments://result`,
    OPENED,
  ),
  create(
    'the deprecated address for notifications',
    'mobile app server',
    `${MINIMAL}&notificationUrl=https://shop.example/notify`,
    OPENED,
  ),
  create(
    'a card to be stored with the payment',
    'shop plugin',
    `${MINIMAL}&createRegistration=true`,
    OPENED,
  ),
  create('a card to be stored alone', 'subscription service', 'createRegistration=true', OPENED),
  create(
    'a card to be stored alone, with a brand and a mode',
    'subscription service',
    'createRegistration=true&testMode=INTERNAL&paymentBrand=VISA',
    OPENED,
  ),
  create(
    'a stored card for one click',
    'shop plugin',
    `${MINIMAL}&registrations[0].id={registration}`,
    OPENED,
  ),
  create(
    'a stored card, its brackets encoded',
    'Node SDK',
    `${MINIMAL}&registrations%5B0%5D.id={registration}`,
    OPENED,
  ),
  create(
    'a payment type for one brand',
    'shop plugin',
    `${MONEY}&paymentType=PA&overridePaymentType[PAYPAL]=DB`,
    OPENED,
  ),
  create(
    'the first payment of a subscription',
    'subscription service',
    `${MINIMAL}&createRegistration=true&standingInstruction.mode=INITIAL&standingInstruction.type=RECURRING&standingInstruction.source=CIT&standingInstruction.recurringType=SUBSCRIPTION&standingInstruction.expiry=2030-12-31&standingInstruction.frequency=0030`,
    OPENED,
  ),
  create(
    'a card for later charges without a plan',
    'mobile app server',
    `${MINIMAL}&createRegistration=true&standingInstruction.mode=INITIAL&standingInstruction.type=UNSCHEDULED&standingInstruction.source=CIT`,
    OPENED,
  ),
  create(
    'twelve instalments',
    'shop plugin',
    `${MINIMAL}&standingInstruction.mode=INITIAL&standingInstruction.type=INSTALLMENT&standingInstruction.source=CIT&standingInstruction.numberOfInstallments=12&standingInstruction.expiry=2027-12-31&standingInstruction.frequency=30`,
    OPENED,
  ),
  create(
    'the old word for a subscription',
    'subscription service',
    `${MINIMAL}&recurringType=INITIAL`,
    OPENED,
    { profile: 'legacy' },
  ),
  create(
    'the old word for a subscription, to the letter',
    'subscription service',
    `${MINIMAL}&recurringType=INITIAL`,
    ['recurringType', 'legacy'],
    { profile: 'strict', answer: INVALID },
  ),
  create(
    'what a plugin wants to have back',
    'shop plugin',
    `${MINIMAL}&customParameters[SHOPPER_order]=7&customParameters[PLUGIN_version]=3.2.1&customParameters[CTPE_DESCRIPTOR_TEMPLATE]=`,
    OPENED,
  ),
  create(
    'custom parameters with encoded brackets',
    'Node SDK',
    `${MINIMAL}&customParameters%5Bbill_number%5D=7&customParameters%5Bbranch.id%5D=12`,
    OPENED,
  ),
  create(
    'marks of the 3-D Secure simulator',
    'Laravel package',
    `${MINIMAL}&customParameters[3DS2_enrolled]=true&customParameters[3DS2_flow]=challenge`,
    OPENED,
  ),
  create(
    'a wish for an exemption',
    'Node SDK',
    `${MINIMAL}&threeDSecure.challengeIndicator=04&threeDSecure.exemptionFlag=01`,
    OPENED,
  ),
  create(
    'three articles',
    'shop plugin',
    `${MINIMAL}&cart.items[0].name=Shirt&cart.items[0].quantity=1&cart.items[0].price=50.00&cart.items[0].merchantItemId=1&cart.items[1].name=Hat&cart.items[1].quantity=2&cart.items[1].price=16.00&cart.items[1].sku=H-2&cart.items[2].name=Shipping&cart.items[2].quantity=1&cart.items[2].price=10.00`,
    OPENED,
  ),
  create(
    'articles with encoded brackets, last one first',
    'Node SDK',
    `cart.items%5B1%5D.name=Hat&cart.items%5B1%5D.currency=EUR&cart.items%5B0%5D.name=Shirt&cart.items%5B0%5D.tax=19.00&cart.items%5B0%5D.totalAmount=50.00&${MINIMAL}`,
    OPENED,
  ),
  create(
    'a voucher that was used before',
    'shop plugin',
    `${MINIMAL}&cart.payments[0].name=WELCOME&cart.payments[0].type=PROMOTION&cart.payments[0].amount=5.00&cart.payments[0].currency=EUR`,
    OPENED,
  ),
  create(
    'shares of two sellers',
    'marketplace',
    `${MINIMAL}&marketPlace.sellers[0].id=a&marketPlace.sellers[0].amount=50.00&marketPlace.sellers[1].id=b&marketPlace.sellers[1].amount=42.00`,
    OPENED,
  ),
  create(
    'a flight',
    'travel agency',
    `${MINIMAL}&airline.bookingRefNum=X7Y8Z9&airline.ticketIssueDate=2026-11-20&airline.passengers[0].name=Jane Jones&airline.passengers[0].legs[0].departureAirport=TXL&airline.passengers[0].legs[0].arrivalAirport=LIS&airline.passengers[0].legs[0].departureDate=2026-12-24`,
    OPENED,
  ),
  create(
    'facts for a fraud screening',
    'shop plugin',
    `${MINIMAL}&risk.channelId=shop&risk.parameters[USER_DATA1]=returning&risk.merchantWebsite=shop.example`,
    OPENED,
  ),
  create(
    'a business customer',
    'back office',
    `${MINIMAL}&corporate.name=Jones Ltd&corporate.vatId=DE123456789&customer.givenName=Jane&customer.surname=Jones&customer.companyName=Jones Ltd&customer.category=COMPANY`,
    OPENED,
  ),
  create(
    'somebody’s birthday',
    'shop plugin',
    `${MINIMAL}&customer.givenName=Jane&customer.surname=Jones&customer.birthDate=1980-02-29&customer.sex=F`,
    OPENED,
  ),
  create(
    'an e-mail address alone',
    'mobile app server',
    `${MINIMAL}&customer.email=jane@shop.example`,
    OPENED,
    { profile: 'legacy' },
  ),
  create(
    'an e-mail address alone, to the letter',
    'mobile app server',
    `${MINIMAL}&customer.email=jane@shop.example`,
    ['customer.givenName', 'legacy'],
    { profile: 'strict', answer: INVALID },
  ),
  create('a wish of a brand', 'shop plugin', `${MINIMAL}&paymentBrand=MASTER`, OPENED),
  create(
    'level-3 sums',
    'back office',
    `${MINIMAL}&taxAmount=14.69&discountAmount=5.00&transactionCategory=EC`,
    OPENED,
  ),
]

const bool = (written: string) =>
  create(
    `a card to be stored: ${written}`,
    'shop plugin',
    `${MINIMAL}&createRegistration=${written}`,
    OPENED,
    { profile: 'legacy' },
  )

/** A boolean as languages and browsers write it, which `legacy` takes. */
export const booleans: readonly Shape[] = [
  ...['1', '0', 'True', 'TRUE', 'False', 'FALSE'].map(bool),
  create(
    'a card to be stored: 1, to the letter',
    'shop plugin',
    `${MINIMAL}&createRegistration=1`,
    ['createRegistration', 'legacy'],
    { profile: 'strict', answer: INVALID },
  ),
  create(
    'a card to be stored: yes',
    'shop plugin',
    `${MINIMAL}&createRegistration=yes`,
    '"createRegistration"',
    { answer: INVALID },
  ),
]

/** JSON bodies, which SDKs make of nested objects. */
export const jsonBodies: readonly Shape[] = [
  json(
    'JSON of the smallest request',
    'Node SDK',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB"}',
    OPENED,
  ),
  json(
    'JSON with a charset',
    'JVM or .NET client',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB"}',
    OPENED,
    {
      headers: {
        authorization: 'Bearer {token}',
        'content-type': 'application/json; charset=utf-8',
      },
    },
  ),
  json(
    'JSON with a whole number',
    'Node SDK',
    '{"entityId":"{entity}","amount":92,"currency":"EUR","paymentType":"DB"}',
    OPENED,
  ),
  json(
    'JSON with nested objects',
    'Node SDK',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","customer":{"givenName":"Jane","surname":"Jones","browser":{"language":"de"}},"billing":{"city":"Berlin","country":"DE"}}',
    OPENED,
  ),
  json(
    'JSON with articles in a list',
    'Node SDK',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","cart":{"items":[{"name":"Shirt","quantity":1,"price":"50.00"},{"name":"Hat","quantity":2,"price":"21.00"}]}}',
    OPENED,
  ),
  json(
    'JSON with custom parameters as a map',
    'Laravel package',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","customParameters":{"SHOPPER_order":"7","3DS2_enrolled":"true"}}',
    OPENED,
  ),
  json(
    'JSON with flat names',
    'Python client',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","billing.city":"Berlin","customParameters[SHOPPER_order]":"7"}',
    OPENED,
  ),
  json(
    'JSON with a boolean',
    'Node SDK',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","createRegistration":true,"integrity":true}',
    '"integrity":"sha384-',
  ),
  json(
    'JSON with empty texts and nothing',
    'Python client',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","customer":{"email":"","phone":null},"billing":{}}',
    OPENED,
  ),
  json(
    'JSON with escaped letters',
    'PHP sample',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","customer":{"givenName":"J\\u00e4ne","surname":"\\ud83d\\ude00 Jones"}}',
    OPENED,
  ),
  json(
    'JSON with stored cards in a list',
    'mobile app server',
    '{"entityId":"{entity}","amount":"92.00","currency":"EUR","paymentType":"DB","registrations":[{"id":"{registration}"}]}',
    OPENED,
  ),
  json('JSON that was cut off', 'Node SDK', '{"entityId":"{entity}","amount":"92.00"', 'JSON', {
    answer: INVALID,
  }),
  json('a JSON list', 'Node SDK', '[{"entityId":"{entity}"}]', 'JSON', { answer: INVALID }),
  json('a form that calls itself JSON', 'PHP sample', `entityId={entity}&${MINIMAL}`, 'JSON', {
    answer: INVALID,
  }),
]

/** Header lines as HTTP libraries write them. */
export const headerLines: readonly Shape[] = [
  create('header names in lower case', 'Node SDK', MINIMAL, OPENED, {
    headers: {
      authorization: 'Bearer {token}',
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      accept: 'application/json, text/plain, */*',
    },
  }),
  create('header names in capitals', 'JVM or .NET client', MINIMAL, OPENED, {
    headers: {
      AUTHORIZATION: 'Bearer {token}',
      'CONTENT-TYPE': 'application/x-www-form-urlencoded',
    },
  }),
  create('a wish for compressed answers', 'Python client', MINIMAL, OPENED, {
    headers: {
      Authorization: 'Bearer {token}',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Accept-Encoding': 'gzip, deflate',
      Accept: '*/*',
      'User-Agent': 'python-requests/2.31',
    },
  }),
  create('a body in chunks', 'JVM or .NET client', MINIMAL, OPENED, {
    headers: {
      Authorization: 'Bearer {token}',
      'Content-Type': 'application/x-www-form-urlencoded',
      'transfer-encoding': 'chunked',
    },
  }),
  create(
    'a wish to hear 100 Continue',
    'PHP sample',
    `${MINIMAL}&merchantMemo=${'x'.repeat(200)}`,
    OPENED,
    {
      headers: {
        Authorization: 'Bearer {token}',
        'Content-Type': 'application/x-www-form-urlencoded',
        Expect: '100-continue',
      },
    },
  ),
  create('a capital charset in quotes', 'JVM or .NET client', MINIMAL, OPENED, {
    headers: {
      Authorization: 'Bearer {token}',
      'Content-Type': 'application/x-www-form-urlencoded; charset="UTF-8"',
    },
  }),
  create('a key against sending twice', 'Node SDK', MINIMAL, OPENED, {
    headers: {
      Authorization: 'Bearer {token}',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': 'order-{checkout}',
    },
  }),
  create('an origin of a shop', 'Node SDK', MINIMAL, OPENED, {
    headers: {
      Authorization: 'Bearer {token}',
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://shop.example',
      Referer: 'https://shop.example/cart',
    },
  }),
]

export const everyCreation: readonly Shape[] = [
  ...creations,
  ...booleans,
  ...jsonBodies,
  ...headerLines,
]
