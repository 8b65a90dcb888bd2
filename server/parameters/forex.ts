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
  rules: [],
} as const satisfies ParameterTable
