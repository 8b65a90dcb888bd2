import { conditionalRows, type ParameterTable } from './table.ts'
import { amountOf, choice, offsetTimestamp, text } from './value-types.ts'

/** The INITIAL transaction that a moved registration had elsewhere. Deprecated. */
export const recurringMigration = {
  source: 'interface document, Recurring migration',
  within: 'recurringMigration.',
  rows: {
    'recurringMigration.paymentType': {
      type: choice(['DB', 'CD', 'PA']),
      requirement: 'required',
    },
    'recurringMigration.amount': { type: amountOf(8), requirement: 'optional' },
    'recurringMigration.requestTimestamp': { type: offsetTimestamp, requirement: 'conditional' },
    ...conditionalRows(text(1, 128), [
      'recurringMigration.connectorTxId1',
      'recurringMigration.connectorTxId2',
      'recurringMigration.connectorTxId3',
    ]),
  },
  carried: { allBut: ['recurringMigration.connectorTxId1'] },
  rules: [],
} as const satisfies ParameterTable
