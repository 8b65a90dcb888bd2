import { MAX_DEVICE_INFO } from './limits.ts'
import { optionalRows, type ParameterTable, waiting } from './table.ts'
import {
  amountOf,
  boolean,
  choice,
  country3,
  currency,
  digits,
  integer,
  pattern,
  text,
} from './value-types.ts'

/** Of the authentication itself: not needed in the payment request. */
export const authentication = {
  source: 'interface document, 3-D Secure: authentication-message fields',
  rows: {
    'threeDSecure.amount': { type: amountOf(9), requirement: 'optional' },
    'threeDSecure.currency': { type: currency, requirement: 'optional' },
    'threeDSecure.deviceInfo': {
      type: text(1, MAX_DEVICE_INFO),
      requirement: 'conditional',
      echoed: false,
    },
    'threeDSecure.merchant.name': { type: text(1, 100), requirement: 'optional' },
    'threeDSecure.merchant.url': { type: text(0, 2048), requirement: 'optional' },
    'threeDSecure.merchant.country': { type: country3, requirement: 'optional' },
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
    'threeDSecure.channel': { type: integer(1, 99), requirement: 'optional' },
    ...optionalRows(boolean, ['threeDSecure.npa', 'threeDSecure.decoupled']),
    'threeDSecure.disable': { type: boolean, requirement: 'optional', waitsFor: '3-D Secure' },
    'threeDSecure.threeRIInd': {
      type: choice(['RECURRING', 'SPLIT_SHIPMENT', 'DELAYED_SHIPMENT']),
      requirement: 'optional',
    },
    'threeDSecure.authenticationInd': {
      type: choice([
        'PAYMENT',
        'RECURRING',
        'INSTALLMENT',
        'ADD_CARD',
        'MAINTAIN_CARD',
        'EMV_ID',
        'BILLING_AGREEMENT',
        'SPLIT_SHIPMENT',
        '_DELAYED_SHIPMENT',
        'SPLIT_PAYMENT',
      ]),
      requirement: 'optional',
    },
  },
  rules: [],
} as const satisfies ParameterTable

/** What an external server found out: goes to the acquirer unchanged. */
export const authenticationProof = {
  source: 'interface document, 3-D Secure: payment-transaction fields',
  rows: {
    'threeDSecure.eci': { type: pattern(/^0[1-8]$/, '05', '01 to 08'), requirement: 'conditional' },
    'threeDSecure.verificationId': { type: text(28, 28), requirement: 'conditional' },
    'threeDSecure.authenticationStatus': {
      type: choice(['Y', 'A', 'U', 'N']),
      requirement: 'conditional',
    },
    'threeDSecure.dsTransactionId': { type: text(36, 36), requirement: 'optional' },
    'threeDSecure.acsTransactionId': { type: text(36, 36), requirement: 'optional' },
    'threeDSecure.challengeMandatedIndicator': {
      type: choice(['Y', 'N']),
      requirement: 'optional',
    },
    'threeDSecure.version': {
      type: pattern(/^[12]\.[0-9]\.[0-9]$/, '2.2.0', 'a version of EMV 3-D Secure'),
      requirement: 'optional',
    },
    'threeDSecure.authType': {
      type: pattern(/^0[1-4]$/, '02', '01 to 04'),
      requirement: 'optional',
    },
    'threeDSecure.transactionStatusReason': {
      type: digits(1, 2, '01'),
      requirement: 'optional',
    },
  },
  carried: { allBut: ['threeDSecure.eci', 'threeDSecure.verificationId'] },
  rules: [],
} as const satisfies ParameterTable

/** Of both: an exemption is asked for in the authentication and flagged in the payment. */
export const authenticationExemption = {
  source: 'interface document, 3-D Secure: fields usable in both',
  rows: {
    ...waiting('3-D Secure', {
      'threeDSecure.challengeIndicator': {
        type: pattern(/^0[1-9]$/, '04', '01 to 09'),
        requirement: 'optional',
      },
      'threeDSecure.exemptionFlag': {
        type: pattern(/^0[1-4]$/, '01', '01 to 04'),
        requirement: 'optional',
      },
    }),
  },
  rules: [],
} as const satisfies ParameterTable

/** Of the French domestic scheme. The keys are fixed. */
export const authenticationSchemeData = {
  source: 'interface document, 3-D Secure: French domestic scheme data',
  rows: {
    ...waiting('3-D Secure', {
      'threeDSecure.schemeData[CB-ITEMSNB]': {
        type: digits(1, 2, '3'),
        requirement: 'conditional',
      },
      'threeDSecure.schemeData[CB-SCORE_MERCHANT]': {
        type: text(1, 20),
        requirement: 'conditional',
      },
      'threeDSecure.schemeData[CB-USECASE]': {
        type: digits(1, 2, '01'),
        requirement: 'conditional',
      },
    }),
  },
  rules: [],
} as const satisfies ParameterTable
