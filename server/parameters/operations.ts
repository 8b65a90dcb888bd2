import { checkoutOperations } from './checkout-operations.ts'
import type { DescribedRequest } from './described-request.ts'
import { furtherOperations } from './further-operations.ts'
import { instrumentNames, instrumentTables } from './instrument-tables.ts'
import {
  belongsToOtherRequest,
  notReference,
  startsNewCharge,
  startsPayment,
} from './operation-hints.ts'
import type { OperationParameters } from './operation-parameters.ts'
import { registrationOperations } from './registration-operations.ts'
import { holdChangePractices } from './standing-instruction.ts'
import {
  cardIfNothingElse,
  details,
  externalAuthentication,
  migrationRefused,
  refusals,
} from './structures.ts'
import { tables } from './tables.ts'
import { choice } from './value-types.ts'

const { access, basicPayment } = tables

export const operations = {
  'payments.create': {
    tables: [
      access,
      basicPayment,
      ...instrumentTables,
      tables.standingInstruction,
      tables.authentication,
      ...externalAuthentication,
      tables.risk,
      ...details,
    ],
    rows: ['registrationId'],
    without: ['integrity', 'overridePaymentType[key]'],
    required: ['entityId'],
    types: { paymentType: choice(['PA', 'DB', 'CD'], notReference) },
    rules: [
      { ...cardIfNothingElse, others: [...cardIfNothingElse.others, 'referenceUuid'] },
      // It raises or renews a hold (decisions §2); as a new payment it would charge twice.
      { kind: 'mustBe', name: 'paymentType', values: ['PA'], when: 'referenceUuid' },
      {
        kind: 'mustBe',
        name: 'standingInstruction.industryPractice',
        values: holdChangePractices,
        when: 'referenceUuid',
      },
      // Without it, an amount that the earlier payment already holds would be held or charged
      // again.
      {
        kind: 'mandatory',
        names: ['referenceUuid'],
        when: 'standingInstruction.industryPractice',
        is: holdChangePractices,
      },
      { kind: 'excluded', names: instrumentNames, when: 'referenceUuid' },
      // A changed hold keeps what its PA was given, and nothing of it is stored: see docs/holds.md.
      {
        kind: 'excluded',
        names: ['numberOfCaptures', 'createRegistration'],
        when: 'referenceUuid',
      },
      {
        kind: 'mandatory',
        names: ['registrationId'],
        when: 'overrideHolder',
        is: ['true'],
      },
    ],
    refused: migrationRefused,
    // The amount of the old hold would be held a second time.
    neverIgnored: { referenceUuid: 1 },
    elsewhere: belongsToOtherRequest,
    whenMissing: { referenceUuid: 'the id of the PA whose hold is raised or renewed' },
  },
  /**
   * Capture, reversal, refund, rebill. A capture or reversal without an amount is all that is open
   * (decisions §5); a refund or rebill says how much.
   */
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
    types: { paymentType: choice(['CP', 'RV', 'RF', 'RB'], startsPayment) },
    rules: [
      { kind: 'mandatory', names: ['amount', 'currency'], when: 'paymentType', is: ['RF', 'RB'] },
      { kind: 'mandatory', names: ['currency'], when: 'amount' },
    ],
    // Without it, the whole open amount would move, or stay open.
    neverIgnored: { amount: 2, currency: 2, sequence: 2 },
    elsewhere: 'the payment that is referred to has it already',
  },
  /** The path form of a hold that is raised or renewed: `payments.create` has the parameter form. */
  'payments.changeHold': {
    tables: [
      access,
      basicPayment,
      tables.standingInstruction,
      ...externalAuthentication,
      tables.risk,
      ...details,
    ],
    rows: ['threeDSecure.disable'],
    without: [
      'paymentBrand',
      'integrity',
      'overridePaymentType[key]',
      'overrideHolder',
      'referenceUuid',
    ],
    required: ['standingInstruction.industryPractice'],
    types: {
      paymentType: choice(['PA']),
      'standingInstruction.industryPractice': choice(holdChangePractices, startsNewCharge),
    },
    refused: refusals(
      [...instrumentNames, 'numberOfCaptures', 'createRegistration'],
      'a changed hold keeps what its PA was paid with and given',
    ),
    elsewhere: 'the payment that is referred to has it already',
    whenMissing: {
      'standingInstruction.industryPractice':
        'INCREMENTAL_AUTH raises the hold of this payment, REAUTHORIZATION renews it; a new payment is sent to POST /v1/payments',
    },
  },
  ...checkoutOperations,
  /** Queries of requests that read or delete one thing. */
  status: {
    tables: [access],
    elsewhere: 'its query takes nothing but entityId',
  },
  ...registrationOperations,
  ...furtherOperations,
} as const satisfies Readonly<Record<string, OperationParameters>>

export type NamedOperation = keyof typeof operations

/** What reads a request: an operation of the tables by its name, or what a route describes itself. */
export type Operation = NamedOperation | DescribedRequest

/** What an operation takes. */
export function parametersOf(operation: Operation): OperationParameters {
  return typeof operation === 'string' ? operations[operation] : operation.parameters
}

/** How an operation is called in traces and in the audit log. */
export function nameOf(operation: Operation): string {
  return typeof operation === 'string' ? operation : operation.name
}
