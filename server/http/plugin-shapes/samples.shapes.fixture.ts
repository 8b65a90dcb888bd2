import {
  CARD,
  create,
  FORM,
  INVALID,
  MONEY,
  OLD,
  PENDING,
  pay,
  post,
  type Shape,
} from './shape.fixture.ts'

const RESULT = 'shopperResultUrl=https://shop.example/result'
const WITH = 'entityId={entity}&'

/** Requests of samples that were copied into many shops, by their old credentials. */
const oldSamples: readonly Shape[] = [
  post(
    'the sample of a debit, with old credentials',
    'PHP sample',
    '/v1/payments',
    `${OLD}&${MONEY}&paymentBrand=VISA&paymentType=DB&card.number=4200000000000000&card.holder=Jane Jones&card.expiryMonth=05&card.expiryYear=2034&card.cvv=123`,
    '"paymentBrand":"VISA"',
    { profile: 'legacy', headers: FORM },
  ),
  post(
    'the sample of a stored account, with old credentials',
    'JVM or .NET client',
    '/v1/registrations',
    `${OLD}&paymentBrand=DIRECTDEBIT_SEPA&bankAccount.bic=MARKDEF1100&bankAccount.iban=DE23100000001234567890&bankAccount.country=DE&bankAccount.holder=Jane Jones`,
    '"paymentBrand":"DIRECTDEBIT_SEPA"',
    { profile: 'legacy', headers: FORM },
  ),
  post(
    'the sample of a refund, credentials in another order',
    'JVM or .NET client',
    '/v1/payments/{payment}',
    'authentication.userId=8a82&authentication.entityId={entity}&authentication.password={token}&amount=1.00&currency=EUR&paymentType=RF',
    '"amount":"1.00"',
    { profile: 'legacy', headers: FORM },
  ),
  pay(
    'a hold on a bank of Germany, its holder unknown',
    'PHP sample',
    `${MONEY}&paymentType=PA&paymentBrand=GIROPAY&bankAccount.bic=TESTDETT421&bankAccount.iban=DE14940593100000012346&bankAccount.country=DE&${RESULT}`,
    '"redirect":{"url":"',
    { profile: 'legacy', answer: PENDING },
  ),
  pay(
    'a bank of Finland that nobody needs',
    'JVM or .NET client',
    `${MONEY}&paymentType=PA&paymentBrand=PAYTRAIL&bankAccount.country=FI&bankAccount.holder=Jane Jones&${RESULT}`,
    '"redirect":{"url":"',
    { answer: PENDING },
  ),
  pay(
    'a voucher of a brand that is gone',
    'JVM or .NET client',
    `${MONEY}&paymentType=DB&paymentBrand=UKASH&${RESULT}`,
    '"paymentBrand":"UKASH"',
    { answer: PENDING },
  ),
  pay(
    'a bank of Brazil',
    'JVM or .NET client',
    `${MONEY}&paymentType=PA&paymentBrand=BRADESCO&${RESULT}`,
    '"paymentBrand":"BRADESCO"',
    { answer: PENDING },
  ),
  pay(
    'a slip to be held',
    'JVM or .NET client',
    `${MONEY}&paymentType=PA&paymentBrand=PREPAYMENT`,
    '"bankAccount":{"holder"',
    { profile: 'legacy', answer: [200, '000.200.001'] },
  ),
  pay(
    'a direct debit to be held',
    'JVM or .NET client',
    `${MONEY}&paymentType=PA&paymentBrand=DIRECTDEBIT_SEPA&bankAccount.holder=Jane Jones&bankAccount.iban=DE23100000001234567890&bankAccount.country=DE`,
    '"AuthCode":"',
    { profile: 'legacy' },
  ),
  pay(
    'the amount of an authentication in a payment',
    'Laravel package',
    `${MONEY}&paymentType=DB&${CARD}&threeDSecure.amount=92.00`,
    '"threeDSecure":{"amount":"92.00"}',
  ),
  pay(
    'an account of a country outside the registry of IBANs',
    'shop plugin',
    `${MONEY}&paymentType=DB&paymentBrand=DIRECTDEBIT_SEPA&bankAccount.holder=Jane Jones&bankAccount.iban=MG4600005030071289421016045`,
    '"iban":"MG***6045"',
  ),
  create(
    'a phone number that a client’s own tests send',
    'Node SDK',
    `${MONEY}&paymentType=DB&customer.phone=(?!?)555-5555&billing.city=Ottawa&billing.country=CA`,
    '"id":"',
    { profile: 'legacy' },
  ),
  create(
    'a box beside its hidden field',
    'shop plugin',
    `${MONEY}&paymentType=DB&createRegistration=false&createRegistration=true`,
    '"id":"',
    { profile: 'legacy' },
  ),
  pay(
    'an online transfer of a country, old words beside it',
    'shop plugin',
    `${MONEY}&paymentBrand=SOFORTUEBERWEISUNG&paymentType=DB&recurringType=INITIAL&customer.merchantCustomerId=17&${RESULT}`,
    '"redirect":{"url":"',
    { profile: 'legacy', answer: PENDING },
  ),
]

/** Requests with the taxes, terminals and marks that one country's acquirer asks plugins for. */
const countryMarks: readonly Shape[] = [
  create(
    'taxes as custom parameters',
    'shop plugin',
    `${MONEY}&paymentType=DB&testMode=INTERNAL&customParameters[SHOPPER_VAL_BASE0]=0.00&customParameters[SHOPPER_VAL_BASEIMP]=82.14&customParameters[SHOPPER_VAL_IVA]=9.86&customParameters[SHOPPER_MID]=1000000505&customParameters[SHOPPER_TID]=PD100406&customParameters[SHOPPER_ECI]=0103910&customParameters[SHOPPER_PSERV]=17913101&customParameters[SHOPPER_VERSIONDF]=2&risk.parameters[USER_DATA2]=SHOP`,
    '"id":"',
  ),
  create(
    'an identity document as one country has it',
    'shop plugin',
    `${MONEY}&paymentType=DB&customer.givenName=Jane&customer.middleName=Ann&customer.surname=Jones&customer.identificationDocType=IDCARD&customer.identificationDocId=1710034065&customer.ip=203.0.113.7&customer.merchantCustomerId=000000000017&customer.phone=0991234567`,
    '"id":"',
  ),
  post(
    'a refund with a version',
    'shop plugin',
    '/v1/payments/{payment}',
    `${WITH}paymentType=RF&amount=92.00&currency=EUR&customParameters[SHOPPER_VERSIONDF]=2&testMode=INTERNAL`,
    '"SHOPPER_VERSIONDF":"2"',
  ),
  post(
    'a subscription charged with a mark for the risk check',
    'subscription service',
    '/v1/registrations/{registration}/payments',
    `${WITH}${MONEY}&paymentType=DB&recurringType=REPEATED&risk.parameters[USER_DATA1]=REPEATED&merchantTransactionId=SUB-17-2026-11&customParameters[SHOPPER_VAL_IVA]=9.86&testMode=INTERNAL`,
    '"merchantTransactionId":"SUB-17-2026-11"',
    { profile: 'legacy' },
  ),
  post(
    'a subscription charged with an address to return to',
    'subscription service',
    '/v1/registrations/{registration}/payments',
    `${WITH}${MONEY}&recurringType=REPEATED&${RESULT}?id=17&paymentType=DB`,
    '"recurringType":"REPEATED"',
    { profile: 'legacy' },
  ),
  create(
    'billing data of a country without postcodes',
    'shop plugin',
    `amount=7&currency=JOD&paymentType=DB&merchantTransactionId=100000007&customer.email=jane@shop.example&billing.street1=ST.&billing.city=Amman&billing.state=Amman&billing.country=JO&billing.postcode=11185&customer.givenName=JANE&customer.surname=JONES&createRegistration=true&customParameters[3DS2_enrolled]=true`,
    '"id":"',
  ),
  create(
    'the address of a shop for 3-D Secure',
    'Laravel package',
    `${MONEY}&paymentType=DB&merchant.url=https://shop.example&merchant.name=Shop&customParameters[3DS2_flow]=challenge`,
    '"id":"',
  ),
  create(
    'a recipient of money with a long form',
    'marketplace',
    `${MONEY}&paymentType=DB&recipient.givenName=Ann&recipient.surname=Other&recipient.country=SAU&recipient.city=Riyadh&sender.sourceOfFunds=02`,
    '"id":"',
  ),
]

/** Requests that no platform with this interface takes, and that are seen all the same. */
const mistaken: readonly Shape[] = [
  pay(
    'an amount with leading zeros',
    'Node SDK',
    `amount=00.01&currency=EUR&paymentType=PA&${CARD}`,
    '"amount":"0.01"',
  ),
  create(
    'thousands as number_format writes them',
    'PHP sample',
    'amount=1,092.50&currency=SAR&paymentType=DB',
    ['"name":"amount"', '"value":"1,092.50"'],
    { answer: INVALID },
  ),
  pay(
    'a mandate named by its customer’s number',
    'shop plugin',
    `${MONEY}&paymentType=DB&paymentBrand=DIRECTDEBIT_SEPA&bankAccount.holder=Jane Jones&bankAccount.iban=DE89370400440532013000&bankAccount.mandate.id=SEPA_17`,
    '"name":"bankAccount.mandate.id"',
    { answer: INVALID },
  ),
  pay(
    'a bank of Germany, its holder unknown',
    'PHP sample',
    `${MONEY}&paymentType=PA&paymentBrand=GIROPAY&bankAccount.bic=TESTDETT421&bankAccount.iban=DE14940593100000012346&bankAccount.country=DE&${RESULT}`,
    ['with online transfers use debits (DB)', 'The legacy profile accepts it'],
    { profile: 'strict', answer: [400, '600.200.310'] },
  ),
  create(
    'a switch for the flow of a simulator',
    'Laravel package',
    `${MONEY}&paymentType=DB&threeDSecure.flow=challenge`,
    '"name":"threeDSecure.flow"',
    { profile: 'strict', answer: INVALID },
  ),
]

export const samples: readonly Shape[] = [...oldSamples, ...countryMarks, ...mistaken]
