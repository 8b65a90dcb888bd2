import type { ParameterTable } from './table.ts'
import { amount, currency } from './value-types.ts'

/** What is charged when a currency conversion takes place. */
export const forex = {
  source: 'interface document, Forex',
  rows: {
    'forex.amount': { type: amount, requirement: 'conditional' },
    'forex.currency': { type: currency, requirement: 'conditional' },
    'forex.tax': { type: amount, requirement: 'conditional' },
  },
  carried: { allBut: [] },
  rules: [
    { kind: 'mandatory', names: ['forex.currency'], when: 'forex.amount' },
    { kind: 'fitsCurrency', name: 'forex.amount', currency: 'forex.currency' },
  ],
} as const satisfies ParameterTable
