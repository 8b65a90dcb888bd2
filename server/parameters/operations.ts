import { furtherOperations } from './further-operations.ts'
import type { OperationParameters } from './operation-parameters.ts'
import { cardRows, comingFeatures, comingInstruments, details, parties } from './structures.ts'
import { tables } from './tables.ts'
import { checkbox, choice } from './value-types.ts'

const { access, basicPayment, card } = tables
const refersToPayment = 'it refers to an earlier payment, send it to POST /v1/payments/{id}'
const startsPayment = 'it starts a new payment, send it to POST /v1/payments'
const firstPaymentType = choice(['PA', 'DB', 'CD'], {
  CP: refersToPayment,
  RV: refersToPayment,
  RF: refersToPayment,
})

export const operations = {
  'payments.create': {
    tables: [access, basicPayment, card, ...details],
    without: ['integrity', 'overridePaymentType[key]', 'overrideHolder'],
    required: [...cardRows, 'entityId'],
    types: { paymentType: firstPaymentType },
    notOffered: [...comingFeatures, ...comingInstruments],
    elsewhere: 'it belongs to another request',
  },
  /** Capture, reversal, refund. Without an amount it is all that is open (decisions §5). */
  'payments.reference': {
    tables: [access, basicPayment, ...details],
    without: [
      'paymentBrand',
      'integrity',
      'overridePaymentType[key]',
      'overrideHolder',
      'referenceUuid',
      'numberOfCaptures',
      'createRegistration',
    ],
    notRequired: ['amount', 'currency'],
    types: {
      paymentType: choice(['CP', 'RV', 'RF'], {
        PA: startsPayment,
        DB: startsPayment,
        CD: startsPayment,
      }),
    },
    rules: [{ kind: 'mandatory', names: ['currency'], when: 'amount' }],
    notOffered: comingFeatures,
    elsewhere: 'the payment that is referred to has it already',
  },
  'checkouts.create': {
    tables: [access, basicPayment, ...details],
    without: ['referenceUuid'],
    required: ['entityId'],
    types: { paymentType: firstPaymentType, 'overridePaymentType[key]': firstPaymentType },
    notOffered: [...comingFeatures, ...comingInstruments],
    elsewhere: 'the shopper gives it in the widget',
    whenMissing: {
      paymentType:
        'one of PA, DB, CD; a checkout that only stores payment details (createRegistration without paymentType) is not offered',
    },
  },
  /**
   * What the widget sends for the shopper. It carries no credentials, so it takes nothing that
   * decides about money, and nothing that vouches for the shopper: the address the request comes
   * from, or that somebody has checked an address of the shopper.
   */
  'checkouts.submit': {
    tables: [card, ...parties, tables.customParameters],
    rows: ['paymentBrand', 'createRegistration', 'shopperResultUrl'],
    without: [
      'customer.ip',
      'shipping.customer.ip',
      'billing.normalized',
      'billing.validationStatus',
      'shipping.normalized',
      'shipping.validationStatus',
      'shipping.cost',
    ],
    required: cardRows,
    types: { createRegistration: checkbox },
    notOffered: [...comingFeatures, ...comingInstruments],
    keyPrefixes: { 'customParameters[key]': 'SHOPPER_' },
    ignored: ['forceUtf8', 'shopOrigin'],
    elsewhere: "only the merchant's server may send it",
  },
  /** Queries of requests that read or delete one thing. */
  status: {
    tables: [access],
    elsewhere: 'its query takes nothing but entityId',
  },
  ...furtherOperations,
} as const satisfies Readonly<Record<string, OperationParameters>>

export type Operation = keyof typeof operations
