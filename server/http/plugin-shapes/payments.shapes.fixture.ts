import {
  CARD,
  INVALID,
  JSON_TYPE,
  MINIMAL,
  MONEY,
  type More,
  PENDING,
  pay,
  type Sender,
  type Shape,
} from './shape.fixture.ts'

const DB = MINIMAL
const VISA =
  'paymentBrand=VISA&card.number=4200000000000000&card.expiryMonth=05&card.expiryYear=2034'

const card = (brand: string, number: string, more = '&card.cvv=123') =>
  `${DB}&paymentBrand=${brand}&card.number=${number}&card.holder=Jane Jones&card.expiryMonth=05&card.expiryYear=2034${more}`

function wrong(
  what: string,
  sender: Sender,
  fields: string,
  names: string,
  more: More = {},
): Shape {
  return pay(what, sender, fields, `"name":"${names}"`, { answer: INVALID, ...more })
}

/** Payments from server to server with a card. */
const cards: readonly Shape[] = [
  pay(
    'a debit as the samples have it',
    'PHP sample',
    `${MONEY}&paymentBrand=VISA&paymentType=DB&card.number=4200000000000000&card.holder=Jane Jones&card.expiryMonth=05&card.expiryYear=2034&card.cvv=123`,
    '"amount":"92.00"',
  ),
  pay(
    'a whole amount, answered with two decimals',
    'Node SDK',
    `amount=10&currency=EUR&paymentType=DB&${CARD}`,
    '"amount":"10.00"',
  ),
  pay('an authorisation', 'shop plugin', `${MONEY}&paymentType=PA&${CARD}`, '"paymentType":"PA"'),
  pay('a credit', 'back office', `${MONEY}&paymentType=CD&${CARD}`, '"paymentType":"CD"'),
  pay(
    'an account check',
    'subscription service',
    `amount=0.00&currency=EUR&paymentType=PA&${CARD}`,
    '"amount":"0.00"',
  ),
  pay('a Mastercard', 'PHP sample', card('MASTER', '5454545454545454'), '"paymentBrand":"MASTER"'),
  pay(
    'an Amex with four digits behind',
    'PHP sample',
    card('AMEX', '377777777777770', '&card.cvv=1234'),
    '"paymentBrand":"AMEX"',
  ),
  pay(
    'the best-known test number',
    'Node SDK',
    card('VISA', '4111111111111111'),
    '"last4Digits":"1111"',
  ),
  pay(
    'a card whose brand nobody names',
    'Python client',
    `${DB}&card.number=4200000000000000&card.holder=Jane Jones&card.expiryMonth=05&card.expiryYear=2034&card.cvv=123`,
    '"paymentBrand":"VISA"',
  ),
  pay(
    'a card without its holder',
    'mobile app server',
    `${DB}&${VISA}&card.cvv=123`,
    '"bin":"420000"',
  ),
  pay(
    'a card without its code',
    'back office',
    `${DB}&${VISA}&card.holder=Jane Jones&transactionCategory=MO`,
    '"last4Digits":"0000"',
  ),
  pay(
    'an empty code',
    'back office',
    `${DB}&${VISA}&card.holder=Jane Jones&card.cvv=`,
    '"last4Digits":"0000"',
  ),
  pay(
    'a card to be stored',
    'subscription service',
    `${DB}&${CARD}&createRegistration=true`,
    '"registrationId":"',
  ),
  pay(
    'the first charge of a series',
    'subscription service',
    `${DB}&${CARD}&createRegistration=true&standingInstruction.mode=INITIAL&standingInstruction.type=UNSCHEDULED&standingInstruction.source=CIT`,
    '"standingInstruction"',
  ),
  pay(
    'the old word for a first charge',
    'subscription service',
    `${DB}&${CARD}&createRegistration=true&recurringType=INITIAL`,
    '"recurringType":"INITIAL"',
    { profile: 'legacy' },
  ),
  pay(
    'the old word for a further charge',
    'subscription service',
    `${DB}&registrationId={registration}&recurringType=REPEATED`,
    '"recurringType":"REPEATED"',
    { profile: 'legacy' },
  ),
  pay(
    'the old word for one click',
    'shop plugin',
    `${DB}&registrationId={registration}&recurringType=REGISTRATION_BASED&card.cvv=123`,
    '"recurringType":"REGISTRATION_BASED"',
    { profile: 'legacy' },
  ),
  pay(
    'a charge with a stored card',
    'subscription service',
    `${DB}&registrationId={registration}&standingInstruction.mode=REPEATED&standingInstruction.type=RECURRING&standingInstruction.source=MIT`,
    '"mode":"REPEATED"',
  ),
  pay(
    'proof of another 3-D Secure server',
    'Node SDK',
    `${DB}&${CARD}&threeDSecure.eci=05&threeDSecure.verificationId=AAACAgSRBklmQCFgMpEGAAAAAAA=&threeDSecure.dsTransactionId=c272b04f-6e7b-43a2-bb78-90f4fb94aa25&threeDSecure.version=2.2.0&threeDSecure.authenticationStatus=Y`,
    '"eci":"05"',
  ),
  pay(
    'the holder’s browser',
    'Node SDK',
    `${DB}&${CARD}&customer.givenName=Jane&customer.surname=Jones&customer.browser.acceptHeader=text/html&customer.browser.language=de-DE&customer.browser.screenHeight=1080&customer.browser.screenWidth=1920&customer.browser.timezone=-60&customer.browser.userAgent=Mozilla/5.0&customer.browser.javaEnabled=false&customer.browser.screenColorDepth=24&customer.browser.challengeWindow=4`,
    '"screenHeight":"1080"',
  ),
  pay(
    'what a plugin wants to have back',
    'shop plugin',
    `${DB}&${CARD}&customParameters[order_id]=7`,
    '"order_id":"7"',
  ),
  pay(
    'a reference that is given back',
    'shop plugin',
    `${DB}&${CARD}&merchantTransactionId=WC-1042-1763650000`,
    '"merchantTransactionId":"WC-1042-1763650000"',
  ),
  pay(
    'a name outside ASCII',
    'shop plugin',
    `${DB}&${CARD}&customer.givenName=Søren&customer.surname=Ægir`,
    '"surname":"Ægir"',
  ),
  pay(
    'a holder outside ASCII',
    'shop plugin',
    `${DB}&${VISA}&card.cvv=123&card.holder=Søren Ægir`,
    '"holder":"Søren Ægir"',
  ),
  pay('a payment in JSON', 'Node SDK', '', '"paymentBrand":"VISA"', {
    headers: { authorization: 'Bearer {token}', ...JSON_TYPE },
    body: '{"entityId":"{entity}","amount":92,"currency":"EUR","paymentType":"DB","paymentBrand":"VISA","card":{"number":"4200000000000000","holder":"Jane Jones","expiryMonth":"05","expiryYear":"2034","cvv":"123"}}',
  }),
  pay(
    'the simulators of the test environment',
    'PHP sample',
    `${DB}&${CARD}&testMode=INTERNAL`,
    '"card"',
  ),
  pay(
    'a payment with a network’s token',
    'mobile app server',
    `${DB}&paymentBrand=VISA&tokenAccount.number=4200000000000000&tokenAccount.type=NETWORK&tokenAccount.expiryMonth=05&tokenAccount.expiryYear=2034&tokenAccount.cryptogram=AAACAgSRBklmQCFgMpEGAAAAAAA=`,
    '"paymentBrand":"VISA"',
  ),
  pay(
    'a card that a phone decrypted',
    'mobile app server',
    `${DB}&paymentBrand=APPLEPAY&applePay.source=app&card.number=4200000000000000&card.expiryMonth=05&card.expiryYear=2034&threeDSecure.verificationId=AAACAgSRBklmQCFgMpEGAAAAAAA=&threeDSecure.eci=05`,
    '"paymentBrand":"APPLEPAY"',
  ),
  pay(
    'money for somebody’s account',
    'back office',
    `${DB}&${CARD}&transactionProcessingCode=FUNDING&sender.givenName=Jane&sender.surname=Jones&sender.country=DEU&recipient.givenName=Ann&recipient.surname=Other&recipient.country=DEU`,
    '"transactionProcessingCode":"FUNDING"',
  ),
  pay(
    'a terminal in a shop',
    'terminal',
    `${DB}&paymentBrand=VISA&pos.terminalId=12345678&pos.entryMode=MANUAL&pos.deviceId=7&card.number=4200000000000000&card.expiryMonth=05&card.expiryYear=2034`,
    '"entryMode":"MANUAL"',
  ),
]

/** Payments that are declined, by themselves or because a tester said so. */
const declined: readonly Shape[] = [
  pay(
    'a decline that a tester asked for',
    'PHP sample',
    `${DB}&${VISA}&card.cvv=123&card.holder=800.100.152`,
    '"paymentType":"DB"',
    { answer: [400, '800.100.152'] },
  ),
  pay(
    'a decline that the simulator was told',
    'Node SDK',
    `${DB}&${CARD}&customParameters[SIMULATOR_outcome]=decline:800.100.153`,
    '"amount":"92.00"',
    { answer: [400, '800.100.153'] },
  ),
  pay(
    'an outcome that is long in coming',
    'Node SDK',
    `${DB}&${CARD}&customParameters[SIMULATOR_outcome]=timeout`,
    '"paymentType":"DB"',
    { answer: PENDING },
  ),
  pay(
    'a mistyped number',
    'shop plugin',
    card('VISA', '4200000000000001'),
    ['invalid creditcard', '"paymentBrand":"VISA"'],
    { answer: [400, '100.100.101'] },
  ),
  pay(
    'an expired card',
    'shop plugin',
    `${DB}&paymentBrand=VISA&card.number=4200000000000000&card.holder=Jane Jones&card.expiryMonth=05&card.expiryYear=2020&card.cvv=123`,
    '"currency":"EUR"',
    { answer: [400, '100.100.303'] },
  ),
]

/** Faults of a card: the answer names the parameter and shows no number. */
const faults: readonly Shape[] = [
  wrong(
    'a year of two digits',
    'PHP sample',
    `${DB}&paymentBrand=VISA&card.number=4200000000000000&card.expiryMonth=05&card.expiryYear=34`,
    'card.expiryYear',
  ),
  wrong(
    'a month of one digit',
    'Node SDK',
    `${DB}&paymentBrand=VISA&card.number=4200000000000000&card.expiryMonth=5&card.expiryYear=2034`,
    'card.expiryMonth',
    { profile: 'strict' },
  ),
  pay(
    'a month of one digit, as the shopper chose it',
    'Node SDK',
    `${DB}&paymentBrand=VISA&card.number=4200000000000000&card.expiryMonth=5&card.expiryYear=2035`,
    '"expiryMonth":"05"',
    { profile: 'legacy' },
  ),
  wrong(
    'a thirteenth month',
    'Node SDK',
    `${DB}&paymentBrand=VISA&card.number=4200000000000000&card.expiryMonth=13&card.expiryYear=2034`,
    'card.expiryMonth',
  ),
  wrong('a code of two digits', 'Node SDK', `${DB}&${VISA}&card.cvv=12`, 'card.cvv'),
  wrong(
    'a number in groups',
    'shop plugin',
    `${DB}&paymentBrand=VISA&card.number=4200 0000 0000 0000&card.expiryMonth=05&card.expiryYear=2034`,
    'card.number',
  ),
  wrong('a brand in small letters', 'Node SDK', card('visa', '4200000000000000'), 'paymentBrand'),
  wrong('a brand in words', 'shop plugin', card('MASTERCARD', '5454545454545454'), 'paymentBrand'),
  wrong(
    'a card without its end',
    'Node SDK',
    `${DB}&paymentBrand=VISA&card.number=4200000000000000`,
    'card.expiryMonth',
  ),
  wrong('no card', 'Node SDK', `${DB}&paymentBrand=VISA`, 'card.number'),
  wrong(
    'a refund as a new payment',
    'back office',
    `${MONEY}&paymentType=RF&${CARD}`,
    'paymentType',
  ),
  wrong(
    'two instruments at once',
    'shop plugin',
    `${DB}&${CARD}&bankAccount.holder=Jane Jones&bankAccount.iban=DE89370400440532013000`,
    'bankAccount.iban',
  ),
  wrong(
    'a charge without the shopper that carries his code',
    'subscription service',
    `${DB}&${CARD}&standingInstruction.mode=REPEATED&standingInstruction.type=UNSCHEDULED&standingInstruction.source=MIT&standingInstruction.initialTransactionId=7`,
    'card.cvv',
  ),
  wrong(
    'the year as expiry',
    'PHP sample',
    `${DB}&paymentBrand=VISA&card.number=4200000000000000&card.expiry=05/34`,
    'card.expiryMonth',
  ),
]

const RESULT = 'shopperResultUrl=https://shop.example/result'

/** Payments with something else than a card. */
const otherMethods: readonly Shape[] = [
  pay(
    'a direct debit',
    'shop plugin',
    `${DB}&paymentBrand=DIRECTDEBIT_SEPA&bankAccount.holder=Jane Jones&bankAccount.iban=DE89370400440532013000`,
    '"country":"DE"',
  ),
  pay(
    'a direct debit with its mandate',
    'shop plugin',
    `${DB}&paymentBrand=DIRECTDEBIT_SEPA&bankAccount.holder=Jane Jones&bankAccount.iban=DE89370400440532013000&bankAccount.bic=COBADEFFXXX&bankAccount.mandate.id=MANDATE-ONE&bankAccount.mandate.dateOfSignature=2026-11-01&transactionDueDate=2026-12-01`,
    '"mandate"',
  ),
  pay(
    'an IBAN in groups',
    'shop plugin',
    `${DB}&paymentBrand=DIRECTDEBIT_SEPA&bankAccount.holder=Jane Jones&bankAccount.iban=DE89 3704 0044 0532 0130 00`,
    '"bankAccount.iban"',
    { answer: INVALID },
  ),
  pay(
    'an online transfer',
    'shop plugin',
    `${DB}&paymentBrand=SOFORTUEBERWEISUNG&${RESULT}`,
    '"redirect":{"url":"',
    { answer: PENDING },
  ),
  pay(
    'an online transfer from an account that is named',
    'shop plugin',
    `${DB}&paymentBrand=GIROPAY&bankAccount.holder=Jane Jones&bankAccount.iban=DE14940593100000012346&bankAccount.bic=TESTDETT421&bankAccount.country=DE&${RESULT}`,
    '"redirect":{"url":"',
    { answer: PENDING },
  ),
  pay(
    'an online transfer from a country, without an account',
    'shop plugin',
    `${DB}&paymentBrand=SOFORTUEBERWEISUNG&bankAccount.country=DE&${RESULT}`,
    '"redirect":{"url":"',
    { answer: PENDING },
  ),
  pay(
    'a bank of the Netherlands',
    'shop plugin',
    `${DB}&paymentBrand=IDEAL&${RESULT}`,
    '"redirect":{"url":"',
    { answer: PENDING },
  ),
  pay(
    'a virtual account',
    'shop plugin',
    `${DB}&paymentBrand=PAYPAL&${RESULT}`,
    '"redirect":{"url":"',
    { answer: PENDING },
  ),
  pay(
    'a virtual account with its name',
    'shop plugin',
    `${DB}&paymentBrand=PAYSAFECARD&virtualAccount.accountId=jane@shop.example&${RESULT}`,
    '"redirect":{"url":"',
    { answer: PENDING },
  ),
  pay(
    'a prepayment by bank transfer',
    'shop plugin',
    `${DB}&paymentBrand=PREPAYMENT&${RESULT}`,
    '"merchant":{"bankAccount":{"holder":',
    { answer: [200, '000.200.001'] },
  ),
  pay(
    'a virtual account without a way back',
    'shop plugin',
    `${DB}&paymentBrand=PAYPAL`,
    '"shopperResultUrl"',
    { answer: INVALID },
  ),
  pay(
    'a gift card',
    'shop plugin',
    'amount=10.00&currency=EUR&paymentType=DB&paymentBrand=GIFTCARD&giftCard.number=6006000500000014&giftCard.pin=0014',
    '"paymentBrand":"GIFTCARD"',
  ),
  pay(
    'a wallet’s token that was cut',
    'mobile app server',
    `${DB}&paymentBrand=APPLEPAY&applePay.paymentToken={"version":"EC_v1"}`,
    '"paymentBrand":"APPLEPAY"',
    { answer: [400, '200.100.603'] },
  ),
]

export const everyPayment: readonly Shape[] = [...cards, ...declined, ...faults, ...otherMethods]
