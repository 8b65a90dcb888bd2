import { MAX_DEVICE_INFO } from './limits.ts'
import { conditional, optional, optionalRows, type ParameterTable } from './table.ts'
import {
  amountOf,
  boolean,
  choice,
  country3,
  currency,
  digits,
  digitsOf,
  integer,
  pattern,
  text,
  twoDigits,
  words,
} from './value-types.ts'

/** Of the authentication itself: not needed in the payment request. */
export const authentication = {
  source: 'interface document, 3-D Secure: authentication-message fields',
  rows: {
    'threeDSecure.amount': optional(amountOf(9)),
    'threeDSecure.currency': optional(currency),
    'threeDSecure.deviceInfo': conditional(text(1, MAX_DEVICE_INFO), {
      echoed: false,
      confidential: true,
    }),
    'threeDSecure.merchant.name': optional(text(1, 100)),
    'threeDSecure.merchant.url': optional(text(0, 2048)),
    'threeDSecure.merchant.country': optional(country3),
    ...optionalRows(text(1, 100), [
      'threeDSecure.v2.visa.requestorId',
      'threeDSecure.v2.visa.requestorName',
      'threeDSecure.v2.mastercard.requestorId',
      'threeDSecure.v2.mastercard.requestorName',
      'threeDSecure.v2.amex.requestorId',
      'threeDSecure.v2.amex.requestorName',
      'threeDSecure.v2.diners.requestorId',
      'threeDSecure.v2.diners.requestorName',
      'threeDSecure.v2.jcb.requestorId',
      'threeDSecure.v2.jcb.requestorName',
      'threeDSecure.v2.cartebancaire.requestorId',
      'threeDSecure.v2.cartebancaire.requestorName',
    ]),
    'threeDSecure.channel': optional(integer(1, 99)),
    ...optionalRows(boolean, ['threeDSecure.npa', 'threeDSecure.decoupled']),
    'threeDSecure.disable': optional(boolean),
    'threeDSecure.threeRIInd': optional(
      choice(['RECURRING', 'SPLIT_SHIPMENT', 'DELAYED_SHIPMENT']),
    ),
    'threeDSecure.authenticationInd': optional(
      choice(
        words(`
        PAYMENT RECURRING INSTALLMENT ADD_CARD MAINTAIN_CARD EMV_ID BILLING_AGREEMENT
        SPLIT_SHIPMENT _DELAYED_SHIPMENT SPLIT_PAYMENT
      `),
      ),
    ),
  },
  rules: [
    {
      kind: 'fitsCurrency',
      names: ['threeDSecure.amount'],
      currency: 'threeDSecure.currency',
      elseCurrency: 'currency',
    },
  ],
} as const satisfies ParameterTable

/** What an external server found out: goes to the acquirer unchanged. */
export const authenticationProof = {
  source: 'interface document, 3-D Secure: payment-transaction fields',
  rows: {
    // Wallets give some indicators with one digit.
    'threeDSecure.eci': conditional(twoDigits(/^0[1-8]$/, '05', '01 to 08, also without the zero')),
    'threeDSecure.verificationId': conditional(text(28, 28)),
    'threeDSecure.authenticationStatus': conditional(choice(['Y', 'A', 'U', 'N'])),
    'threeDSecure.dsTransactionId': optional(text(36, 36)),
    'threeDSecure.acsTransactionId': optional(text(36, 36)),
    'threeDSecure.challengeMandatedIndicator': optional(choice(['Y', 'N'])),
    'threeDSecure.version': optional(
      pattern(/^[12]\.[0-9]\.[0-9]$/, '2.2.0', 'a version of EMV 3-D Secure'),
    ),
    'threeDSecure.authType': optional(digitsOf(2, /^0[1-4]$/, '02', '01 to 04')),
    'threeDSecure.transactionStatusReason': optional(digits(1, 2, '01')),
  },
  passedOn: {
    allExcept: [
      'threeDSecure.eci',
      'threeDSecure.verificationId',
      'threeDSecure.authenticationStatus',
    ],
  },
  rules: [],
} as const satisfies ParameterTable

/** Of both: an exemption is asked for in the authentication and flagged in the payment. */
export const authenticationExemption = {
  source: 'interface document, 3-D Secure: fields usable in both',
  rows: {
    'threeDSecure.challengeIndicator': optional(digitsOf(2, /^0[1-9]$/, '04', '01 to 09')),
    'threeDSecure.exemptionFlag': optional(digitsOf(2, /^0[1-4]$/, '01', '01 to 04')),
  },
  rules: [],
} as const satisfies ParameterTable

/** Of the French domestic scheme. The keys are fixed. */
export const authenticationSchemeData = {
  source: 'interface document, 3-D Secure: French domestic scheme data',
  rows: {
    'threeDSecure.schemeData[CB-ITEMSNB]': conditional(digits(1, 2, '3')),
    'threeDSecure.schemeData[CB-SCORE_MERCHANT]': conditional(text(1, 20)),
    'threeDSecure.schemeData[CB-USECASE]': conditional(digits(1, 2, '01')),
  },
  rules: [],
} as const satisfies ParameterTable
