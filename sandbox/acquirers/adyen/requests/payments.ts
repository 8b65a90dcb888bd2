import type { ValuesOf } from '../wire/describe.ts'
import {
  amount,
  applicationInfo,
  billingAddress,
  browserInfo,
  choice,
  deliveryAddress,
  enhancedSchemeData,
  flag,
  group,
  integer,
  lineItem,
  list,
  merchantAccount,
  neededAmount,
  reference,
  required,
  shopperName,
  text,
} from './parts.ts'

/** Methods that are played. */
export const METHOD_TYPES = ['scheme', 'sepadirectdebit', 'ideal', 'eps'] as const

export type MethodType = (typeof METHOD_TYPES)[number]

const stored = { storedPaymentMethodId: text(64) }

/** Members of `paymentMethod` by its type. A stored method has its type, or none. */
export const METHODS = {
  scheme: group({
    type: choice('scheme', 'networkToken'),
    brand: text(40),
    number: text(19, /^\d+$/),
    expiryMonth: text(2, /^\d{1,2}$/),
    expiryYear: text(4, /^\d{4}$/),
    cvc: text(4, /^\d{3,4}$/),
    holderName: text(15_000),
    fundingSource: choice('credit', 'debit', 'prepaid'),
    networkPaymentReference: text(64),
    ...stored,
  }),
  sepadirectdebit: group({
    type: required(choice('sepadirectdebit')),
    iban: text(34),
    ownerName: text(100),
    ...stored,
  }),
  ideal: group({ type: required(choice('ideal')), issuer: text(50), ...stored }),
  eps: group({ type: required(choice('eps')), issuer: required(text(50)) }),
} as const

export type CardParams = ValuesOf<(typeof METHODS)['scheme']['fields']>
export type DebitParams = ValuesOf<(typeof METHODS)['sepadirectdebit']['fields']>

const base64 = (length: number) => text(length, /^[A-Za-z0-9+/]+={0,2}$/)

const mpiData = group({
  authenticationResponse: choice('Y', 'N', 'U', 'A'),
  cavv: base64(40),
  cavvAlgorithm: text(2),
  challengeCancel: choice('01', '02', '03', '04', '05', '06', '07'),
  directoryResponse: choice('A', 'C', 'D', 'I', 'N', 'R', 'U', 'Y'),
  dsTransID: text(36, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  eci: text(2, /^0\d$/),
  riskScore: text(10),
  threeDSVersion: text(8, /^\d\.\d\.\d$/),
  tokenAuthenticationVerificationValue: base64(40),
  transStatusReason: text(2),
  xid: base64(40),
})

export type ProofParams = ValuesOf<(typeof mpiData)['fields']>

/** Entries of `additionalData` that the emulator knows, and families of them. */
const ADDITIONAL =
  /^(manualCapture|authorisationType|allowPartialAuth|networkTxReference|RequestedTestAcquirerResponseCode|RequestedTestErrorResponseCode|industryUsage|subMerchant\w+|(enhancedSchemeData|airline|lodging|carRental|riskdata|openinvoicedata)\.[\w.]+)$/

const additionalData = { kind: 'texts', names: ADDITIONAL, maxNames: 100, max: 1_000 } as const

const metadata = {
  kind: 'texts',
  names: /^.{1,20}$/,
  maxNames: 20,
  max: 80,
} as const

const dateTime = text(35, /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/)

/** `POST /payments` without its payment method. */
export const paymentFields = {
  merchantAccount,
  amount: neededAmount,
  reference: required(reference, {
    code: '130',
    message: "Required field 'reference' is not provided.",
  }),
  returnUrl: required(text(8_000), { code: '14_030', message: 'Return URL is missing.' }),
  accountInfo: group({
    accountCreationDate: dateTime,
    accountType: choice('notApplicable', 'credit', 'debit'),
    homePhone: text(30),
    mobilePhone: text(30),
    workPhone: text(30),
  }),
  additionalData,
  applicationInfo,
  authenticationData: group({
    attemptAuthentication: choice('always', 'never'),
    authenticationOnly: flag,
    threeDSRequestData: group({
      challengeWindowSize: choice('01', '02', '03', '04', '05'),
      dataOnly: choice('false', 'true'),
      nativeThreeDS: choice('preferred', 'disabled'),
      threeDSVersion: choice('2.1.0', '2.2.0'),
    }),
  }),
  billingAddress,
  browserInfo,
  captureDelayHours: integer(0, 720),
  channel: choice('iOS', 'Android', 'Web'),
  company: group({
    homepage: text(200),
    name: text(200),
    registrationNumber: text(50),
    registryLocation: text(100),
    taxId: text(50),
    type: text(50),
  }),
  countryCode: text(2, /^[A-Z]{2}$/),
  dateOfBirth: dateTime,
  deliveryAddress,
  deliveryDate: dateTime,
  deviceFingerprint: text(5_000),
  enhancedSchemeData,
  entityType: choice('NaturalPerson', 'CompanyName'),
  industryUsage: choice('delayedCharge', 'installment', 'noShow'),
  installments: group({ value: required(integer(1, 99)) }),
  lineItems: list(lineItem, 200),
  mcc: text(4, /^\d{4}$/),
  merchantOrderReference: text(1_000),
  metadata,
  mpiData,
  origin: text(80),
  recurringExpiry: dateTime,
  recurringFrequency: text(4, /^\d+$/),
  recurringProcessingModel: choice('CardOnFile', 'Subscription', 'UnscheduledCardOnFile'),
  riskData: group({
    clientData: text(5_000),
    fraudOffset: integer(-1_000, 1_000),
    profileReference: text(100),
  }),
  sessionValidity: dateTime,
  shopperEmail: text(300, /^[^@\s]+@[^@\s]+$/),
  shopperIP: text(45),
  shopperInteraction: choice('Ecommerce', 'ContAuth', 'Moto'),
  shopperLocale: text(10),
  shopperName,
  shopperReference: text(256, /^.{3,}$/),
  shopperStatement: text(135),
  socialSecurityNumber: text(50),
  store: text(64),
  storePaymentMethod: flag,
  telephoneNumber: text(30),
  threeDS2RequestData: group({
    challengeIndicator: choice(
      'noPreference',
      'requestNoChallenge',
      'requestChallenge',
      'requestChallengeAsMandate',
    ),
    threeDSRequestorChallengeInd: choice('01', '02', '03', '04', '05', '06'),
    transType: choice('01', '03', '10', '11', '28'),
  }),
} as const

export type PaymentParams = ValuesOf<typeof paymentFields>

/** `POST /payments/details`. */
export const detailsFields = {
  details: required(group({ redirectResult: required(text(20_000)) })),
} as const

/** `POST /paymentMethods`. */
export const paymentMethodsFields = {
  merchantAccount,
  amount,
  channel: choice('iOS', 'Android', 'Web'),
  countryCode: text(2, /^[A-Z]{2}$/),
  shopperLocale: text(10),
  shopperReference: text(256),
} as const
