import type { tables } from './tables.ts'

/**
 * The rows of the interface document once more, copied from its tables and not from ours: name and
 * format in the document's words. `formats.fixture.ts` knows what each format must take and refuse.
 *
 * `count` is counted in the document: a table's line counts once for each name in it, a list or map
 * once whatever its index or key, a `<scheme>` once for each of the six networks, and "all fields of"
 * another structure as often as that structure has fields, less those that are excepted.
 */
export interface DocumentedSection {
  readonly section: string
  /** Which of our tables hold its rows. */
  readonly tables: readonly (keyof typeof tables)[]
  readonly count: number
  /** One row a line: name, bar, format. */
  readonly rows: string
}

export const documented: readonly DocumentedSection[] = [
  {
    section: 'Basic payment',
    tables: ['basicPayment'],
    count: 31,
    rows: `
amount                    | N10.N2
taxAmount                 | N10.N2
discountAmount            | N10.N2
currency                  | currency
paymentBrand              | word 1-32
paymentType               | one of PA DB CD CP RV RF
integrity                 | one of true false
overridePaymentType[key]  | one of PA DB CD CP RV RF
descriptor                | len 1-127
merchantTransactionId     | len 8-255
merchantInvoiceId         | len 8-255
merchantMemo              | len 8-255
transactionCategory       | one of EC MO TO PO PM MOTO
sequence                  | len 1-255
numberOfCaptures          | number 1-98
promotionCode             | letters/digits 1-15
locale                    | len 1-10
transactionLinkId         | len 1-35
lifecycleId               | len 1-35
referenceUuid             | len 1-32
transactionPurposeCode    | len 1-12
transactionPurposeAccount | len 1-255
integrationType           | len 1-10
transactionBai            | len 1-2
transactionTti            | len 1-3
transactionProcessingCode | one of PURCHASE FUNDING PAYMENT
testMode                  | one of EXTERNAL INTERNAL
createRegistration        | one of true false
overrideHolder            | one of true false
shopperResultUrl          | url 6-2048
notificationUrl           | url 6-2048`,
  },
  {
    section: 'Forex',
    tables: ['forex'],
    count: 3,
    rows: `
forex.amount   | N10.N2
forex.currency | currency
forex.tax      | N10.N2`,
  },
  {
    section: 'Card',
    tables: ['card'],
    count: 6,
    rows: `
card.holder      | len 3-128
card.number      | digits 8-32
card.expiryMonth | month
card.expiryYear  | year
card.cvv         | digits 3-4
card.numberType  | one of PAN DPAN`,
  },
  {
    section: 'Mobile wallets',
    tables: ['mobileWallets'],
    count: 8,
    rows: `
walletA.paymentToken | len 1-32768
walletB.paymentToken | len 1-32768
walletC.paymentToken | len 1-32768
walletA.cardNetwork  | len 1-255
walletA.cardType     | len 1-255
walletA.source       | one of web app
walletB.source       | one of web app
walletC.source       | one of web app`,
  },
  {
    section: 'Mobile wallets, by the prefixes that clients use',
    tables: ['namedWallets'],
    count: 8,
    rows: `
applePay.paymentToken   | len 1-32768
googlePay.paymentToken  | len 1-32768
samsungPay.paymentToken | len 1-32768
applePay.cardNetwork    | len 1-255
applePay.cardType       | len 1-255
applePay.source         | one of web app
googlePay.source        | one of web app
samsungPay.source       | one of web app`,
  },
  {
    section: 'Virtual account',
    tables: ['virtualAccount'],
    count: 1,
    rows: `
virtualAccount.accountId | len 1-100`,
  },
  {
    section: 'Bank account',
    tables: ['bankAccount'],
    count: 10,
    rows: `
bankAccount.holder                  | len 4-128
bankAccount.bankName                | len 1-255
bankAccount.number                  | letters/digits 3-64
bankAccount.iban                    | iban
bankAccount.bankCode                | letters/digits 1-12
bankAccount.bic                     | bic
bankAccount.country                 | country
bankAccount.mandate.id              | letters and hyphens 1-256
bankAccount.mandate.dateOfSignature | date of 19xx/20xx
transactionDueDate                  | date`,
  },
  {
    section: 'Token account',
    tables: ['tokenAccount'],
    count: 6,
    rows: `
tokenAccount.number      | digits 12-19
tokenAccount.type        | one of EXTERNAL NETWORK
tokenAccount.expiryMonth | month
tokenAccount.expiryYear  | year
tokenAccount.cryptogram  | base64 28-32
tokenAccount.dtvc        | digits 3-4`,
  },
  {
    section: 'Customer',
    tables: ['customer'],
    count: 32,
    rows: `
customer.merchantCustomerId       | len 1-255
customer.givenName                | len 1-50
customer.middleName               | len 2-50
customer.surname                  | len 1-50
customer.sex                      | one of M F
customer.birthDate                | date
customer.phone                    | phone 1-25
customer.mobile                   | phone 1-25
customer.workPhone                | len 1-25
customer.email                    | len 6-128
customer.companyName              | len 1-60
customer.identificationDocType    | one of IDCARD PASSPORT TAXSTATEMENT
customer.identificationDocId      | len 8-64
customer.ip                       | len 1-255
customer.merchantReference        | len 1-255
customer.salutation               | one of MR MRS MS MX
customer.language                 | uppercase 2-2
customer.category                 | one of INDIVIDUAL COMPANY
customer.status                   | one of NEW EXISTING
customer.browserFingerprint.id    | len 1-255
customer.browserFingerprint.value | len 1-4096
customer.browser.acceptHeader     | len 1-2048
customer.browser.language         | len 1-8
customer.browser.screenHeight     | len 1-6
customer.browser.screenWidth      | len 1-6
customer.browser.timezone         | len 1-5
customer.browser.userAgent        | len 1-2048
customer.browser.javaEnabled      | one of true false
customer.browser.screenColorDepth | digits 1-2
customer.browser.challengeWindow  | digits 1-1
customer.browser.deviceId         | len 1-32
customer.app.deviceId             | len 1-40`,
  },
  {
    section: 'Customer: shipping.customer.*',
    tables: ['shippingCustomer'],
    count: 28,
    rows: `
shipping.customer.merchantCustomerId       | len 1-255
shipping.customer.givenName                | len 1-50
shipping.customer.middleName               | len 2-50
shipping.customer.surname                  | len 1-50
shipping.customer.sex                      | one of M F
shipping.customer.birthDate                | date
shipping.customer.phone                    | phone 1-25
shipping.customer.mobile                   | phone 1-25
shipping.customer.workPhone                | len 1-25
shipping.customer.email                    | len 6-128
shipping.customer.companyName              | len 1-60
shipping.customer.identificationDocType    | one of IDCARD PASSPORT TAXSTATEMENT
shipping.customer.identificationDocId      | len 8-64
shipping.customer.ip                       | len 1-255
shipping.customer.merchantReference        | len 1-255
shipping.customer.salutation               | one of MR MRS MS MX
shipping.customer.language                 | uppercase 2-2
shipping.customer.category                 | one of INDIVIDUAL COMPANY
shipping.customer.status                   | one of NEW EXISTING
shipping.customer.browser.acceptHeader     | len 1-2048
shipping.customer.browser.language         | len 1-8
shipping.customer.browser.screenHeight     | len 1-6
shipping.customer.browser.screenWidth      | len 1-6
shipping.customer.browser.timezone         | len 1-5
shipping.customer.browser.userAgent        | len 1-2048
shipping.customer.browser.javaEnabled      | one of true false
shipping.customer.browser.screenColorDepth | digits 1-2
shipping.customer.browser.challengeWindow  | digits 1-1`,
  },
  {
    section: 'Billing address',
    tables: ['billing'],
    count: 10,
    rows: `
billing.street1          | len 1-100
billing.street2          | len 1-100
billing.houseNumber1     | len 1-100
billing.houseNumber2     | len 1-100
billing.city             | len 1-80
billing.state            | letters/digits/dot 1-50
billing.postcode         | letters/digits 1-16
billing.country          | country
billing.normalized       | len 1-255
billing.validationStatus | len 1-255`,
  },
  {
    section: 'Billing address: merchant.billing.*',
    tables: ['merchantBilling'],
    count: 18,
    rows: `
merchant.billing.street1          | len 1-100
merchant.billing.street2          | len 1-100
merchant.billing.houseNumber1     | len 1-100
merchant.billing.houseNumber2     | len 1-100
merchant.billing.city             | len 1-80
merchant.billing.state            | letters/digits/dot 1-50
merchant.billing.postcode         | letters/digits 1-16
merchant.billing.country          | country
merchant.billing.normalized       | len 1-255
merchant.billing.validationStatus | len 1-255
merchant.billing.givenName        | len 1-255
merchant.billing.surname          | len 1-255
merchant.billing.middleName       | len 1-255
merchant.billing.companyName      | len 1-60
merchant.billing.phone            | len 1-25
merchant.billing.workPhone        | len 1-25
merchant.billing.mobile           | phone 6-26
merchant.billing.email            | len 6-128`,
  },
  {
    section: 'Shipping address',
    tables: ['shipping'],
    count: 26,
    rows: `
shipping.street1              | len 1-100
shipping.street2              | len 1-100
shipping.houseNumber1         | len 1-100
shipping.houseNumber2         | len 1-100
shipping.city                 | letters 1-80
shipping.state                | letters/digits/dot 1-50
shipping.postcode             | letters/digits 1-16
shipping.country              | country
shipping.method               | one of CARRIER_DESIGNATED_BY_CUSTOMER ELECTRONIC_DELIVERY EXPEDITED GROUND INTERNATIONAL LOWEST_COST MILITARY NEXT_DAY_OVERNIGHT OTHER POINT_PICKUP PUDO SAME_DAY_SERVICE STORE_PICKUP THREE_DAY_SERVICE TWO_DAY_SERVICE
shipping.cost                 | N10.N2
shipping.comment              | len 1-160
shipping.expectedDate         | date
shipping.logisticsProvider    | len 1-255
shipping.trackingNumber       | len 1-255
shipping.returnTrackingNumber | len 1-255
shipping.normalized           | len 1-255
shipping.validationStatus     | len 1-255
shipping.warehouse            | len 1-100
shipping.preference           | one of GET_FROM_FILE NO_SHIPPING SET_PROVIDED_ADDRESS
shipping.middleName           | len 1-255
shipping.companyName          | len 1-60
shipping.phone                | phone 6-26
shipping.mobile               | phone 6-26
shipping.workPhone            | len 1-25
shipping.email                | len 6-128
shipping.type                 | one of RETURN SHIPMENT`,
  },
  {
    section: 'Shipping address: merchant.shipping.*',
    tables: ['merchantShipping'],
    count: 26,
    rows: `
merchant.shipping.street1              | len 1-100
merchant.shipping.street2              | len 1-100
merchant.shipping.houseNumber1         | len 1-100
merchant.shipping.houseNumber2         | len 1-100
merchant.shipping.city                 | letters 1-80
merchant.shipping.state                | letters/digits/dot 1-50
merchant.shipping.postcode             | letters/digits 1-16
merchant.shipping.country              | country
merchant.shipping.method               | one of CARRIER_DESIGNATED_BY_CUSTOMER ELECTRONIC_DELIVERY EXPEDITED GROUND INTERNATIONAL LOWEST_COST MILITARY NEXT_DAY_OVERNIGHT OTHER POINT_PICKUP PUDO SAME_DAY_SERVICE STORE_PICKUP THREE_DAY_SERVICE TWO_DAY_SERVICE
merchant.shipping.cost                 | N10.N2
merchant.shipping.comment              | len 1-160
merchant.shipping.expectedDate         | date
merchant.shipping.logisticsProvider    | len 1-255
merchant.shipping.trackingNumber       | len 1-255
merchant.shipping.returnTrackingNumber | len 1-255
merchant.shipping.normalized           | len 1-255
merchant.shipping.validationStatus     | len 1-255
merchant.shipping.warehouse            | len 1-100
merchant.shipping.preference           | one of GET_FROM_FILE NO_SHIPPING SET_PROVIDED_ADDRESS
merchant.shipping.middleName           | len 1-255
merchant.shipping.companyName          | len 1-60
merchant.shipping.phone                | phone 6-26
merchant.shipping.mobile               | phone 6-26
merchant.shipping.workPhone            | len 1-25
merchant.shipping.email                | len 6-128
merchant.shipping.type                 | one of RETURN SHIPMENT`,
  },
  {
    section: 'Corporate',
    tables: ['corporate'],
    count: 13,
    rows: `
corporate.name          | len 1-30
corporate.description   | len 1-160
corporate.street        | len 1-100
corporate.address       | len 1-100
corporate.city          | len 1-80
corporate.state         | len 1-50
corporate.postCode      | len 1-16
corporate.suite         | len 1-30
corporate.postboxNumber | len 1-15
corporate.purchase      | one of Y N
corporate.phone         | digits 1-25
corporate.fax           | digits 1-25
corporate.vatId         | len 0-255`,
  },
  {
    section: 'Sender',
    tables: ['sender'],
    count: 21,
    rows: `
sender.name                  | letters/digits/space 1-100
sender.givenName             | letters/digits/space 1-50
sender.middleName            | letters/digits/space 1-50
sender.surname               | letters/digits/space 1-50
sender.birthDate             | date
sender.phone                 | phone 7-25
sender.accountNumber         | len 1-32
sender.street                | len 1-100
sender.city                  | len 1-50
sender.state                 | len 1-50
sender.country               | alpha-3
sender.postcode              | len 1-30
sender.accountNumberType     | one of OTHER RTN_AND_BANK_ACCOUNT IBAN IBAN_AND_BIC CARD_ACCOUNT BAN_AND_BIC
sender.sourceOfFunds         | one of 01 02 03 04 05 06 07 08 09
sender.entityType            | len 1-50
sender.occupation            | len 1-50
sender.identificationType    | len 1-50
sender.identificationValue   | len 1-50
sender.nationality           | letters/space 1-50
sender.birthCountry          | len 1-3
sender.identificationCountry | len 1-3`,
  },
  {
    section: 'Recipient',
    tables: ['recipient'],
    count: 20,
    rows: `
recipient.givenName             | letters/digits/space 1-48
recipient.middleName            | letters/digits/space 1-48
recipient.surname               | letters/digits/space 1-48
recipient.birthDate             | date
recipient.phone                 | phone 7-25
recipient.accountNumber         | len 1-32
recipient.street                | len 1-100
recipient.city                  | len 1-50
recipient.state                 | len 1-50
recipient.country               | alpha-3
recipient.postcode              | len 1-30
recipient.accountNumberType     | one of OTHER RTN_AND_BANK_ACCOUNT IBAN PHONE_NUMBER BAN_AND_BIC WALLET_ID SOCIAL_NETWORK_ID CARD_ACCOUNT EMAIL
recipient.nationality           | len 1-50
recipient.identificationType    | len 1-50
recipient.identificationValue   | len 1-50
recipient.entityType            | len 1-50
recipient.relationship          | len 1-50
recipient.occupation            | len 1-50
recipient.identificationCountry | len 1-3
recipient.birthCountry          | len 1-3`,
  },
  {
    section: 'Merchant',
    tables: ['merchant'],
    count: 30,
    rows: `
merchant.name                                 | len 1-100
merchant.mcc                                  | len 0-4
merchant.street                               | len 1-100
merchant.city                                 | len 1-100
merchant.state                                | len 1-50
merchant.countryCode                          | country number
merchant.country                              | country
merchant.postcode                             | letters/digits/hyphen 1-16
merchant.geographicCoordinates                | len 1-20
merchant.serviceLocationCity                  | len 1-100
merchant.serviceLocationState                 | len 1-50
merchant.serviceLocationCountryCode           | len 0-3
merchant.serviceLocationPostCode              | len 1-16
merchant.serviceLocationGeographicCoordinates | len 1-20
merchant.additionalContact                    | len 1-255
merchant.phone                                | len 0-25
merchant.customerContactPhone                 | len 0-25
merchant.websiteId                            | len 0-255
merchant.url                                  | len 1-255
merchant.partnerIdCode                        | len 1-60
merchant.isoId                                | len 1-255
merchant.payFacId                             | len 1-255
merchant.payFacName                           | len 1-255
merchant.marketplaceId                        | len 1-255
merchant.submerchantId                        | len 1-100
merchant.taxId                                | len 1-60
merchant.data[key]                            | len 0-2048
merchant.foreignRetailIndicator               | len 1-25
merchant.legalName                            | len 1-100
merchant.app.schemeUrl                        | len 1-255`,
  },
  {
    section: 'Cart items',
    tables: ['cartItems'],
    count: 45,
    rows: `
cart.items[n].name                   | len 1-255
cart.items[n].merchantItemId         | len 1-255
cart.items[n].quantity               | quantity
cart.items[n].type                   | one of PHYSICAL DIGITAL MIXED ANONYMOUS_DONATION AUTHORITIES_PAYMENT
cart.items[n].sku                    | len 1-255
cart.items[n].currency               | currency
cart.items[n].description            | len 1-2048
cart.items[n].commodityCode          | digits 1-8
cart.items[n].commodityDescription   | len 1-50
cart.items[n].originalPrice          | len 1-255
cart.items[n].price                  | N10.N2
cart.items[n].totalAmount            | N10.N2
cart.items[n].taxAmount              | N10.N2
cart.items[n].totalTaxAmount         | N10.N2
cart.items[n].tax                    | percentage
cart.items[n].taxCategory            | one of AA S E Z
cart.items[n].shipping               | N10.N2
cart.items[n].discount               | N10.N2
cart.items[n].giftMessage            | len 1-255
cart.items[n].shippingMethod         | len 1-255
cart.items[n].shippingInstructions   | len 1-255
cart.items[n].shippingTrackingNumber | len 1-255
cart.items[n].quantityUnit           | one of M CM KG G COUNT
cart.items[n].productUrl             | url 13-2048
cart.items[n].imageUrl               | url 13-2048
cart.items[n].totalDiscountAmount    | N10.N2
cart.items[n].productCode            | len 1-30
cart.items[n].partNumber             | len 1-30
cart.items[n].vatReferenceNumber     | len 1-30
cart.items[n].itemNumber             | number 1-999
cart.items[n].sellerId               | len 1-255
cart.items[n].deliveryDate           | date
cart.items[n].recipient.salutation   | len 1-5
cart.items[n].recipient.firstName    | len 1-48
cart.items[n].recipient.lastName     | len 1-48
cart.items[n].recipient.middleName   | len 1-50
cart.items[n].recipient.apartment    | len 1-100
cart.items[n].recipient.street       | len 1-100
cart.items[n].recipient.address      | len 1-100
cart.items[n].recipient.city         | len 1-80
cart.items[n].recipient.state        | len 1-50
cart.items[n].recipient.postcode     | len 1-16
cart.items[n].recipient.country      | country or number
cart.items[n].recipient.phone        | digits 1-25
cart.items[n].recipient.email        | len 1-128`,
  },
  {
    section: 'Cart payments',
    tables: ['cartPayments'],
    count: 7,
    rows: `
cart.payments[n].name     | len 1-255
cart.payments[n].type     | one of GIFTCARD PROMOTION
cart.payments[n].amount   | N10.N2
cart.payments[n].currency | currency
cart.payments[n].status   | one of pending authorized captured
cart.payments[n].brand    | len 1-255
cart.payments[n].primary  | one of true false`,
  },
  {
    section: 'Marketplace',
    tables: ['marketplace'],
    count: 2,
    rows: `
marketPlace.sellers[n].id     | len 1-255
marketPlace.sellers[n].amount | N10.N2`,
  },
  {
    section: 'Airline',
    tables: ['airline'],
    count: 46,
    rows: `
airline.totalTaxAmount                           | N10.N2
airline.totalFeesAmount                          | N10.N2
airline.totalFareAmount                          | N10.N2
airline.passengers[n].legs[n].taxAmount          | N10.N2
airline.passengers[n].legs[n].feesAmount         | N10.N2
airline.passengers[n].legs[n].fareAmount         | N10.N2
airline.passengers[n].legs[n].departureTaxAmount | N10.N2
airline.ticketIssueDate                          | date
airline.passengers[n].legs[n].departureDate      | date
airline.passengers[n].legs[n].arrivalDate        | date
airline.ticketIssueAddress                       | len 1-255
airline.thirdPartyBooking                        | len 1-255
airline.bookingtype                              | len 1-255
airline.ticketDeliveryMethod                     | len 1-255
airline.bookingRefNum                            | len 1-255
airline.agentName                                | len 1-255
airline.agentCode                                | len 1-255
airline.passengers[n].type                       | len 1-255
airline.passengers[n].name                       | len 1-255
airline.passengers[n].ticketRestricted           | len 1-255
airline.passengers[n].ticketNumber               | len 1-255
airline.passengers[n].status                     | len 1-255
airline.passengers[n].phone                      | len 1-255
airline.passengers[n].frequentFlyerNumber        | len 1-255
airline.passengers[n].email                      | len 1-255
airline.passengers[n].dob                        | len 1-255
airline.passengers[n].checkDigit                 | len 1-255
airline.passengers[n].legs[n].ticketNumber       | len 1-255
airline.passengers[n].legs[n].stopOverAllowed    | len 1-255
airline.passengers[n].legs[n].restrictions       | len 1-255
airline.passengers[n].legs[n].flightNumber       | len 1-255
airline.passengers[n].legs[n].fareBasis          | len 1-255
airline.passengers[n].legs[n].exchangeTicketNum  | len 1-255
airline.passengers[n].legs[n].departureCountry   | len 1-255
airline.passengers[n].legs[n].departureAirport   | len 1-255
airline.passengers[n].legs[n].airlineName        | len 1-255
airline.passengers[n].legs[n].airlineCode        | len 1-255
airline.passengers[n].legs[n].departureTime      | len 1-255
airline.passengers[n].legs[n].arrivalCountry     | len 1-255
airline.passengers[n].legs[n].arrivalAirport     | len 1-255
airline.passengers[n].legs[n].arrivalTime        | len 1-255
airline.passengers[n].legs[n].couponNumber       | len 1-255
airline.passengers[n].legs[n].classOfService     | len 1-255
airline.passengers[n].legs[n].carrierCode        | len 1-255
airline.passengers[n].residenceCountry           | country
airline.passengers[n].legs[n].timeToDeparture    | len 1-10`,
  },
  {
    section: 'Giftcard',
    tables: ['giftCard'],
    count: 5,
    rows: `
giftCard.number  | len 1-255
giftCard.pin     | len 1-255
giftCard.holder  | len 2-255
giftCard.message | len 2-160
giftCard.type    | one of ANNIVERSARY BIRTHDAY CONGRATULATIONS APRIL_FOOLS_DAY EASTER FATHERS_DAY GRADUATION HOLIDAY SEASONS_GREETINGS PASSOVER KWANZAA HALLOWEEN MOTHERS_DAY NEW_YEARS_DAY BOSSES_DAY ST_PATRICKS_DAY SWEETEST_DAY CHRISTMAS BABY_SHOWER THANKSGIVING OTHER VALENTINES_DAY WEDDING SECRETARYS_DAY CHINESE_NEW_YEAR HANUKKAH CELEBRATE_FALL GRANDPARENTS_DAY INDEPENDENCE_DAY`,
  },
  {
    section: 'Recurring migration',
    tables: ['recurringMigration'],
    count: 6,
    rows: `
recurringMigration.paymentType      | one of DB CD PA
recurringMigration.amount           | N8.N2
recurringMigration.requestTimestamp | timestamp with offset
recurringMigration.connectorTxId1   | len 1-128
recurringMigration.connectorTxId2   | len 1-128
recurringMigration.connectorTxId3   | len 1-128`,
  },
  {
    section: 'Card on file (standing instruction)',
    tables: ['standingInstruction'],
    count: 10,
    rows: `
standingInstruction.type                 | one of RECURRING INSTALLMENT UNSCHEDULED
standingInstruction.recurringType        | one of STANDING_ORDER SUBSCRIPTION
standingInstruction.mode                 | one of INITIAL REPEATED
standingInstruction.source               | one of CIT MIT
standingInstruction.initialTransactionId | len 1-255
standingInstruction.industryPractice     | one of INCREMENTAL_AUTH RESUBMISSION REAUTHORIZATION DELAYED_CHARGES NO_SHOW
standingInstruction.expiry               | date
standingInstruction.frequency            | digits 1-4
standingInstruction.numberOfInstallments | digits 1-3
standingInstruction.agreementId          | len 1-35`,
  },
  {
    section: '3-D Secure',
    tables: [
      'authentication',
      'authenticationProof',
      'authenticationExemption',
      'authenticationSchemeData',
    ],
    count: 38,
    rows: `
threeDSecure.amount                         | N9.N2
threeDSecure.currency                       | currency
threeDSecure.deviceInfo                     | len 1-64000
threeDSecure.merchant.name                  | len 1-100
threeDSecure.merchant.url                   | len 0-2048
threeDSecure.merchant.country               | alpha-3
threeDSecure.v2.visa.requestorId            | len 1-100
threeDSecure.v2.visa.requestorName          | len 1-100
threeDSecure.v2.mastercard.requestorId      | len 1-100
threeDSecure.v2.mastercard.requestorName    | len 1-100
threeDSecure.v2.amex.requestorId            | len 1-100
threeDSecure.v2.amex.requestorName          | len 1-100
threeDSecure.v2.diners.requestorId          | len 1-100
threeDSecure.v2.diners.requestorName        | len 1-100
threeDSecure.v2.jcb.requestorId             | len 1-100
threeDSecure.v2.jcb.requestorName           | len 1-100
threeDSecure.v2.cartebancaire.requestorId   | len 1-100
threeDSecure.v2.cartebancaire.requestorName | len 1-100
threeDSecure.channel                        | number 1-99
threeDSecure.npa                            | one of true false
threeDSecure.decoupled                      | one of true false
threeDSecure.threeRIInd                     | one of RECURRING SPLIT_SHIPMENT DELAYED_SHIPMENT
threeDSecure.authenticationInd              | one of PAYMENT RECURRING INSTALLMENT ADD_CARD MAINTAIN_CARD EMV_ID BILLING_AGREEMENT SPLIT_SHIPMENT _DELAYED_SHIPMENT SPLIT_PAYMENT
threeDSecure.disable                        | one of true false
threeDSecure.eci                            | from 01 to 08, with or without the zero
threeDSecure.verificationId                 | len 28-28
threeDSecure.authenticationStatus           | one of Y A U N
threeDSecure.dsTransactionId                | len 36-36
threeDSecure.acsTransactionId               | len 36-36
threeDSecure.challengeMandatedIndicator     | one of Y N
threeDSecure.version                        | version
threeDSecure.authType                       | from 01 to 04
threeDSecure.transactionStatusReason        | digits 1-2
threeDSecure.challengeIndicator             | from 01 to 09
threeDSecure.exemptionFlag                  | from 01 to 04
threeDSecure.schemeData[CB-ITEMSNB]         | digits 1-2
threeDSecure.schemeData[CB-SCORE_MERCHANT]  | len 1-20
threeDSecure.schemeData[CB-USECASE]         | digits 1-2`,
  },
  {
    section: 'Custom parameters',
    tables: ['customParameters'],
    count: 1,
    rows: `
customParameters[key] | len 0-2048`,
  },
  {
    section: 'Asynchronous response parameters',
    tables: ['asynchronousResponse'],
    count: 3,
    rows: `
redirect.url                 | len 6-2048
redirect.parameters[n].name  | len 1-255
redirect.parameters[n].value | len 1-255`,
  },
  {
    section: 'Point of sale',
    tables: ['pointOfSale', 'pointOfSaleAnswer'],
    count: 23,
    rows: `
pos.deviceId                           | digits 1-32
pos.deviceType                         | word 1-32
pos.encryptedPin.data                  | letters/digits 1-2048
pos.encryptedPin.ksn                   | letters/digits 1-2048
pos.encryptedSred.data                 | letters/digits 1-2048
pos.encryptedSred.ksn                  | letters/digits 1-2048
pos.entryMode                          | one of MANUAL MAGSTRIPE MAGSTRIPE_AS_FALLBACK ICC NFC_ICC NFC_MAGSTRIPE
pos.iccDataRequest                     | letters/digits 1-2048
pos.location.accuracy                  | digits 1-32
pos.location.latitude                  | coordinate
pos.location.longitude                 | coordinate
pos.panSequenceNumber                  | digits 1-32
pos.pinEntryCapability                 | one of PIN_ENTRY_AVAILABLE PIN_ENTRY_UNAVAILABLE
pos.terminalId                         | digits 1-32
pos.transactionSequenceNumber          | digits 1-32
pos.transactionSource                  | one of POS
pos.clearing.authorizationAcquirerCode | len 1-2048
pos.clearing.authorizationIssuerCode   | len 1-2048
pos.clearing.identifier                | len 1-2048
pos.merchantId                         | len 1-2048
pos.iccDataResponse                    | len 1-2048
pos.statusText                         | len 1-2048
pos.timestamp                          | timestamp`,
  },
  {
    section: 'Risk',
    tables: ['risk'],
    count: 8,
    rows: `
risk.channelId       | len 1-255
risk.serviceId       | len 1-255
risk.amount          | N10.N2
risk.orderTimestamp  | timestamp
risk.brand           | len 1-255
risk.parameters[key] | len 0-2048
risk.merchantWebsite | len 1-60
risk.accountToken    | len 1-64`,
  },
  {
    section: 'Scheduling (subscription jobs)',
    tables: ['job'],
    count: 16,
    rows: `
job.name           | len 1-64
job.year           | cron 1970-2099
job.month          | cron 1-12
job.dayOfMonth     | cron 1-31 ? L 15W LW L-3
job.dayOfWeek      | cron 1-7 ? L 6L 2#1 SUN MON-FRI
job.hour           | cron 0-23
job.minute         | number 0-59
job.second         | cron 0-59
job.startDate      | timestamp
job.endDate        | timestamp
job.noticeUnit     | one of YEAR MONTH WEEK DAY HOUR MINUTE SECOND
job.noticeNumber   | digits 1-16
job.noticeCallable | one of ANYTIME DURATION_END
job.durationUnit   | one of YEAR MONTH WEEK DAY HOUR MINUTE SECOND
job.durationNumber | digits 1-16
job.expression     | len 1-256`,
  },
  {
    section: 'Reporting parameters',
    tables: ['reporting'],
    count: 4,
    rows: `
date.from | date
date.to   | date
sortValue | one of SettlementTxDate
sortOrder | one of ASC DESC asc desc`,
  },
  {
    section: 'Chargeback parameter',
    tables: ['chargeback'],
    count: 1,
    rows: `
chargebackResultCode | chargeback code`,
  },
  {
    section: 'Query parameters',
    tables: ['query'],
    count: 8,
    rows: `
merchantTransactionId     | len 1-255
limit                     | number 100-500
date.from                 | timestamp
date.to                   | timestamp
paymentTypes              | some of CB CD CR DB CP IV PA RB RC RF RL RV AD IN FI CL CF DR RG RR TE CT DS RS SD AC MD EA RI 3D SA EN ID IC DP CG TG SF IS VD DV AF GK RD TM FT KT AR AL PL FN FZ RE RX FO CS EX SE AU TK TF ER
paymentMethods            | some of DD CT CC WA VA UA OT DC ET NT IV PP OD RM
includeLinkedTransactions | one of true false
shortId                   | len 1-14`,
  },
]
