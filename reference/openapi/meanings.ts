/**
 * The purpose of parameters whose name does not explain it, from the notes of the interface
 * document.
 */
const meanings: Readonly<Record<string, string>> = {
  entityId: 'The channel that the request is made for.',
  amount:
    'The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it.',
  discountAmount: 'Discount of the whole invoice (level-3 card data).',
  paymentBrand:
    'What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent.',
  paymentType:
    'PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment.',
  integrity: 'Whether to answer the hash of the script that this checkout will get.',
  'overridePaymentType[key]': 'Another paymentType for one brand.',
  descriptor: 'Part of the statement; merchant.name may override it.',
  merchantTransactionId: 'Your reference; it should be unique.',
  merchantInvoiceId: 'Your invoice; it should be unique.',
  cursor:
    'The cursor of an answer goes on where it ended, until one has none. A query in parts begins with start.',
  url: 'Where notifications are sent. In live https only; ports 80, 443 and above 1023.',
  format:
    'signed (when absent): JSON with the headers of Standard Webhooks. encrypted: AES-256-GCM.',
  wrapper:
    'Of the encrypted format: json puts the hex text into {"encryptedBody"}; none when absent.',
  types: 'Which events are sent; all when absent.',
  actions: 'Which changes of registrations are sent; all when absent.',
  fields:
    'NON_CUSTOMER_DATA leaves out what says who the customer is, and bank accounts; ALL when absent.',
  secret:
    'Your own secret in place of a new one: then the receiver can know it before the first call.',
  olderSecretHours: 'How long the secret that is replaced still counts.',
  deliveryId: 'The one to send again; absent: all of the time frame.',
  state: 'waiting: it will be sent, or sent again. givenUp: it will not.',
  reason:
    'Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log.',
  by: 'Who decides; the label of the access token when absent.',
  sortValue:
    'By what a list is sorted. Disputes: openedAt, the newest first; respondBy, the nearest deadline first; amount, within its currency, the greatest first.',
  stage:
    'inquiry and alert: before money moves. firstChargeback: the bank has it. representment: you contest it. preArbitration, arbitration: the bank contests that, the card network decides.',
  disputeOutcome:
    'How it has ended. In a report: won or lost; absent: the dispute goes on. In a list: which are shown; absent: all.',
  acquirerReference: 'The acquirer’s number of the case: one dispute for each.',
  disputeReason: 'The card network’s own reason, such as 10.4 (Visa) or 4837 (Mastercard).',
  disputeCode: 'Why, as a code of the catalogue: 000.100.2xx.',
  respondBy: 'The last day (UTC) on which your answer counts; absent: nothing is to be done.',
  respondByDays: 'In how many days your answer must be there; absent: nothing is to be done.',
  note: 'What you say about it, for the history of the dispute.',
  fileName: 'As the document is to be called.',
  mediaType: 'What the document is.',
  content: 'The document in base64, up to 750,000 bytes.',
  merchantMemo: 'Appears in reports only.',
  transactionCategory:
    'EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order.',
  sequence:
    'FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released.',
  numberOfCaptures: 'The most partial captures that this preauthorisation allows.',
  promotionCode: 'One per order.',
  locale: 'Language of the shopper.',
  transactionLinkId: 'Identifier of the card network that links later activity.',
  lifecycleId: 'Links an authorisation with its increments, reversals and captures.',
  referenceUuid:
    'The earlier PA whose hold is raised or renewed, as standingInstruction.industryPractice says.',
  transactionPurposeCode: 'Of account-funding and original-credit transactions.',
  transactionPurposeAccount: 'Purpose of an account-funding payment, such as PAYROLL.',
  transactionBai: 'Business application id of a direct-send transaction.',
  transactionTti: 'Transaction type identifier of a send transaction.',
  testMode:
    'INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused.',
  createRegistration:
    'true stores what is paid with, once the payment succeeds; the answer says how it is called.',
  overrideHolder:
    'Lets a holder override the empty one of a stored registration, for this payment only.',
  registrationId: 'Stored payment details to pay with.',
  'job.timeZone': 'A name of the IANA list: the zone of all times of the schedule.',
  dryRun: 'Nothing is stored: the answer shows the next ten run times.',
  afterId: 'The place in the list to go on after: next of the answer before.',
  'registrations[n].id':
    'Stored payment details that the shopper may pay with: the submit names one as registrationId. The widget shows them as saved cards and accounts.',
  'bankAccount.number': 'Of a country without IBAN, or as it is written there.',
  'bankAccount.mandate.id': 'The mandate of a direct debit.',
  transactionDueDate: 'When a direct debit is due.',
  'tokenAccount.type':
    'EXTERNAL: a token of an acquirer or another provider. NETWORK: of the card network.',
  'tokenAccount.dtvc': 'Dynamic verification code of the token.',
  'giftCards.restAmount':
    'What the page shows as left to pay beside gift cards; another amount is refused.',
  'shown.amount':
    'What the page shows as the amount to pay: the submit is refused where the checkout asks for another one now.',
  'shown.currency': 'The currency of that amount.',
  pageOrigins:
    'Origins of the page that submits and of all pages around it, joined by blanks: only they may show the gateway’s own pages of this payment in a frame, where the channel names no others.',
  'giftCard.number': 'Pays with a gift card; the other members speak of one that is bought.',
  'pos.terminalId': 'Assigned by the acquirer.',
  'risk.amount': 'The amount that is screened, where that is another one.',
  'risk.brand': 'paymentBrand when absent.',
  'threeDSecure.disable': 'true bypasses the built-in 3-D Secure.',
  'threeDSecure.verificationId': 'CAVV or AAV of an external server: passed on unchanged.',
  'standingInstruction.type':
    'RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it.',
  'standingInstruction.mode': 'INITIAL: the first of a series. REPEATED: a later one.',
  'standingInstruction.source': 'Who starts it: CIT the cardholder, MIT the merchant.',
  'standingInstruction.recurringType':
    'STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING.',
  'standingInstruction.initialTransactionId':
    'Of the first payment of the series, as its answer gave it.',
  'standingInstruction.industryPractice':
    'Why a merchant charges again. INCREMENTAL_AUTH raises and REAUTHORIZATION renews the hold of an earlier PA: that is named in the path or by referenceUuid.',
  'standingInstruction.expiry': 'Last day of the series. For MASTER 9999-12-31 when absent.',
  'standingInstruction.frequency': 'Least days between two payments. For MASTER 0001 when absent.',
  'recurringMigration.paymentType': 'Of the first payment, made elsewhere. Deprecated.',
  shopperResultUrl: 'Where the shopper comes back to after a redirect.',
  notificationUrl:
    'Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks.',
  'card.holder':
    'In the simulator, a result code here declines with that code unless it begins with 000.',
  'card.cvv': 'Never stored.',
  'card.numberType': 'DPAN: the number is a token of a device.',
  'customer.merchantCustomerId': 'The shopper in your system.',
  'customer.merchantReference': 'Reference of the payer, passed on to the payee.',
  'customer.browser.language': 'Language tag of the browser, BCP 47.',
  'customer.browser.timezone':
    'Minutes between UTC and local time, positive where local time is behind UTC.',
  'customer.browser.screenColorDepth': 'Bits per pixel.',
  'customer.browser.challengeWindow': 'Code of the preconfigured size of the challenge window.',
  'billing.houseNumber1': 'When sent, street1 is the name of the street only.',
  'billing.validationStatus':
    'Whether the address was checked and its normalised form confirmed by the shopper.',
  'shipping.preference':
    'GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours.',
  'forex.amount': 'Charged when a currency conversion takes place.',
  'forex.tax': 'Markup fee of a cross-border conversion.',
  'corporate.address': 'Second line of the address.',
  'sender.sourceOfFunds':
    '01 credit, 02 debit, 03 prepaid, 04 cash, 05 other debit or deposit access account, 06 other credit account, 07 deposit account, 08 mobile money account, 09 other.',
  'merchant.name':
    'Overrides the first line of the statement; usually trading name, asterisk, description.',
  'merchant.city': 'Second line of the statement: city, phone, e-mail or address.',
  'merchant.mcc': 'Category code.',
  'merchant.geographicCoordinates': 'Latitude and longitude with a comma between them.',
  'merchant.serviceLocationCity': 'Where the service was received, if elsewhere.',
  'merchant.submerchantId': 'Of payment facilitators of one card network.',
  'merchant.app.schemeUrl': 'Address scheme that opens your app.',
  'cart.items[n].commodityCode': 'UNSPSC code.',
  'cart.items[n].originalPrice': 'One unit, without tax and discount.',
  'cart.items[n].price': 'One unit, with tax and discount.',
  'cart.items[n].totalAmount': 'All units.',
  'cart.items[n].taxAmount': 'One unit.',
  'cart.items[n].tax': 'Percentage.',
  'cart.items[n].discount': 'Percentage.',
  'cart.items[n].sellerId': 'The seller in marketPlace.sellers whose item it is.',
  'cart.payments[n].name': 'What the cart was paid with already.',
  'airline.passengers[n].legs[n].timeToDeparture': 'Days.',
  'customParameters[key]':
    'Your own names and values, given back in the answer. Keys from the widget begin with SHOPPER_.',
}

/** Structures that repeat another one's parameters. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/^merchant\.(?=billing\.|shipping\.)/, ''],
  [/^shipping\.(?=customer\.)/, ''],
  [/^shipping\./, 'billing.'],
]

/** What a parameter is for, as sentences; empty where its name says it. */
export function meaningOf(name: string): string {
  let current = name
  for (const [beginning, instead] of [[/^$/, ''] as const, ...alike]) {
    current = current.replace(beginning, instead)
    const meaning = meanings[current]
    if (meaning !== undefined) return meaning
  }
  return ''
}

/** The names that have a meaning here. */
export const explainedNames: readonly string[] = Object.keys(meanings)
