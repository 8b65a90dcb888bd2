import { conditional, conditionalRows, optional, type ParameterTable, required } from './table.ts'
import { amountOf, choice, offsetTimestamp, pattern, text } from './value-types.ts'

const registrationId = pattern(/^[A-Za-z0-9]{32}$/, '8ac7a4c79394bdc801939736f17e063d')

/** Stored payment details: those that a checkout offers, and the one that a schedule pays with. */
export const registrations = {
  source: 'decisions §2, POST /v1/checkouts and POST /scheduling/v1/schedules',
  rows: {
    'registrations[n].id': optional(registrationId, { echoed: false }),
    registrationId: optional(registrationId, { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** The INITIAL transaction that a moved registration had elsewhere. Deprecated. */
export const recurringMigration = {
  source: 'interface document, Recurring migration',
  within: 'recurringMigration.',
  rows: {
    'recurringMigration.paymentType': required(choice(['DB', 'CD', 'PA'])),
    'recurringMigration.amount': optional(amountOf(8)),
    'recurringMigration.requestTimestamp': conditional(offsetTimestamp),
    ...conditionalRows(text(1, 128), [
      'recurringMigration.connectorTxId1',
      'recurringMigration.connectorTxId2',
      'recurringMigration.connectorTxId3',
    ]),
  },
  passedOn: {
    allExcept: ['recurringMigration.paymentType', 'recurringMigration.connectorTxId1'],
  },
  rules: [],
} as const satisfies ParameterTable
