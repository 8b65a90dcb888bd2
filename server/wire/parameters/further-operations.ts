import { instrumentTables } from './instrument-tables.ts'
import { belongsToOtherRequest as elsewhere } from './operation-hints.ts'
import type { OperationParameters } from './operation-parameters.ts'
import { cardRows, details, externalAuthentication, newPaymentPractice } from './structures.ts'
import { tables } from './tables.ts'
import { choice } from './value-types.ts'

const { access, basicPayment, card, standingInstruction } = tables
const notOfOneStep = ['integrity', 'overridePaymentType[key]'] as const

/** Operations beside payments, checkouts and registrations (decisions §2). */
export const furtherOperations = {
  /** POST /v1/threeDSecure. */
  'threeDSecure.create': {
    tables: [
      access,
      basicPayment,
      card,
      ...details,
      tables.authentication,
      ...externalAuthentication,
      standingInstruction,
    ],
    without: [...notOfOneStep, 'createRegistration', 'overrideHolder', 'referenceUuid'],
    required: ['entityId', ...cardRows],
    notRequired: ['paymentType'],
    types: { paymentType: choice(['3D', 'PA', 'DB', 'CD']) },
    elsewhere,
  },
  /** POST /v1/risk. Without an instrument it is about the shopper alone. */
  'risk.create': {
    tables: [access, basicPayment, ...instrumentTables, ...details, tables.risk],
    rows: ['registrationId'],
    without: [...notOfOneStep, 'createRegistration', 'overrideHolder', 'referenceUuid'],
    required: ['entityId'],
    notRequired: ['paymentType'],
    types: { paymentType: choice(['RI', 'PA', 'DB', 'CD']) },
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
    types: {
      paymentType: choice(['SD', 'DB', 'PA', 'CD']),
      'standingInstruction.industryPractice': newPaymentPractice,
    },
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
  'query.list': { tables: [access, tables.query, tables.listParts], elsewhere },
  /** GET /v3/query. */
  'query.pages': {
    tables: [access, tables.query, tables.paging, tables.listParts],
    rules: [{ kind: 'excluded', names: ['pageNo'], when: 'cursor' }],
    elsewhere,
  },
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
  /** POST /test/clock. */
  'testClock.advance': {
    tables: [access, tables.testClock],
    elsewhere: 'a clock takes advance or to',
    whenMissing: {
      advance: 'send advance, such as P1D, or to in its place, such as 2026-11-21T10:00:00Z',
    },
  },
  /** POST /test/wallet-tokens: what the wallet gets, and which card it has. */
  'walletTokens.create': {
    tables: [access, tables.walletToken, card],
    rows: ['amount', 'currency'],
    without: ['card.cvv'],
    required: ['entityId', ...cardRows],
    elsewhere: 'send it with the payment that the token is for',
  },
} as const satisfies Readonly<Record<string, OperationParameters>>
