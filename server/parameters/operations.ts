import type { Rule } from './rules.ts'
import type { ParameterTable } from './table.ts'
import { type RowName, tables } from './tables.ts'
import { checkbox, choice, type ValueType } from './value-types.ts'

/** Which parameters an operation takes, and where it asks for something else than the tables do. */
export interface OperationParameters {
  readonly tables: readonly ParameterTable[]
  /** Single rows of other tables. */
  readonly rows?: readonly RowName[]
  /** Rows of the tables that it does not take. */
  readonly without?: readonly RowName[]
  readonly required?: readonly RowName[]
  /** Required by the tables, not here. */
  readonly notRequired?: readonly RowName[]
  readonly types?: Readonly<Partial<Record<RowName, ValueType>>>
  /** How keys of a map must begin. */
  readonly keyPrefixes?: Readonly<Partial<Record<RowName, string>>>
  /** Names that are neither parameters nor faults. */
  readonly ignored?: readonly string[]
  readonly rules?: readonly Rule[]
  /** What to say of a name that other operations take. */
  readonly elsewhere: string
  /** What to add when a required parameter is missing. */
  readonly whenMissing?: Readonly<Partial<Record<RowName, string>>>
}

const { access, basicPayment, card, customer, billing, shipping, shippingCustomer } = tables
const parties = [customer, billing, shipping, shippingCustomer]
const details = [...parties, tables.cartItems, tables.customParameters]

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
    required: ['entityId'],
    types: { paymentType: firstPaymentType },
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
    elsewhere: 'the payment that is referred to has it already',
  },
  'checkouts.create': {
    tables: [access, basicPayment, ...details],
    without: ['referenceUuid'],
    required: ['entityId'],
    types: { paymentType: firstPaymentType, 'overridePaymentType[key]': firstPaymentType },
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
    types: { createRegistration: checkbox },
    keyPrefixes: { 'customParameters[key]': 'SHOPPER_' },
    ignored: ['forceUtf8', 'shopOrigin'],
    elsewhere: "only the merchant's server may send it",
  },
  /** Queries of GET requests. */
  status: {
    tables: [access],
    elsewhere: 'a status query takes nothing but entityId',
  },
} as const satisfies Readonly<Record<string, OperationParameters>>

export type Operation = keyof typeof operations
