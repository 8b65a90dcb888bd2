import type { OperationParameters } from './operation-parameters.ts'
import { cardRows, details, parties } from './structures.ts'
import { tables } from './tables.ts'
import { choice } from './value-types.ts'

const { access, basicPayment, card, standingInstruction } = tables
const threeDSecure = [
  tables.authentication,
  tables.authenticationProof,
  tables.authenticationExemption,
  tables.authenticationSchemeData,
]
const instruments = [
  card,
  tables.mobileWallets,
  tables.namedWallets,
  tables.virtualAccount,
  tables.bankAccount,
  tables.tokenAccount,
]
const notOfOneStep = ['integrity', 'overridePaymentType[key]'] as const
const elsewhere = 'it belongs to another request'

/** Operations beside payments and checkouts (decisions §2). */
export const furtherOperations = {
  /** POST /v1/registrations. */
  'registrations.create': {
    tables: [
      access,
      ...instruments,
      ...parties,
      ...threeDSecure,
      standingInstruction,
      tables.recurringMigration,
      tables.customParameters,
    ],
    rows: ['paymentBrand', 'merchantTransactionId', 'testMode', 'shopperResultUrl'],
    required: ['entityId'],
    elsewhere,
  },
  /** POST /v1/registrations/{id}/payments. */
  'registrations.pay': {
    tables: [access, basicPayment, ...details, ...threeDSecure, standingInstruction, tables.risk],
    rows: ['card.cvv', 'card.holder', 'bankAccount.holder', 'transactionDueDate'],
    without: [...notOfOneStep, 'createRegistration', 'referenceUuid'],
    // A single row of an instrument: the registration has the others.
    notRequired: ['bankAccount.holder'],
    required: ['entityId'],
    types: { paymentType: choice(['PA', 'DB', 'CD']) },
    elsewhere: 'the registration has it already',
  },
  /** POST /v1/threeDSecure. */
  'threeDSecure.create': {
    tables: [access, basicPayment, card, ...details, ...threeDSecure, standingInstruction],
    without: [...notOfOneStep, 'createRegistration', 'overrideHolder', 'referenceUuid'],
    required: ['entityId', ...cardRows],
    notRequired: ['paymentType'],
    elsewhere,
  },
  /** POST /v1/risk. */
  'risk.create': {
    tables: [access, basicPayment, ...instruments, ...details, tables.risk],
    without: [...notOfOneStep, 'createRegistration', 'overrideHolder', 'referenceUuid'],
    required: ['entityId'],
    notRequired: ['paymentType'],
    elsewhere,
  },
  /** POST /scheduling/v1/schedules. */
  'schedules.create': {
    tables: [access, tables.job, standingInstruction, tables.customParameters],
    rows: [
      'registrationId',
      'amount',
      'currency',
      'paymentType',
      'descriptor',
      'merchantTransactionId',
      'testMode',
    ],
    required: ['entityId', 'registrationId'],
    types: { paymentType: choice(['SD', 'DB', 'PA', 'CD']) },
    elsewhere,
  },
  /** POST /scheduling/v1/schedules/{id}/reschedule. */
  'schedules.change': {
    tables: [access, tables.job],
    rows: ['amount', 'currency', 'paymentType', 'testMode'],
    notRequired: ['amount', 'currency'],
    types: { paymentType: choice(['RS']) },
    rules: [{ kind: 'mandatory', names: ['currency'], when: 'amount' }],
    elsewhere: 'the schedule has it already',
  },
  /** GET /v1/query/{id}, GET /v3/query/{id}. */
  'query.one': {
    tables: [access],
    rows: ['includeLinkedTransactions', 'paymentTypes', 'paymentMethods'],
    elsewhere: 'a query by id looks for nothing else',
  },
  /** GET /v1/query. */
  'query.list': { tables: [access, tables.query], elsewhere },
  /** GET /v3/query. */
  'query.pages': { tables: [access, tables.query, tables.paging], elsewhere },
  /** GET /reports/v1/reconciliations/aggregations. */
  'reports.summary': {
    tables: [access, tables.reporting],
    rows: ['currency', 'testMode'],
    without: ['sortValue', 'sortOrder'],
    notRequired: ['currency'],
    elsewhere,
  },
  /** GET /reports/v1/reconciliations/aggregations/{id}, and its second version with pages. */
  'reports.detail': {
    tables: [access, tables.paging],
    rows: ['sortValue', 'sortOrder', 'testMode'],
    elsewhere,
  },
} as const satisfies Readonly<Record<string, OperationParameters>>
