import type { ParameterTable } from './table.ts'
import { choice, date } from './value-types.ts'

/** Settlement reports. */
export const reporting = {
  source: 'interface document, Reporting parameters',
  rows: {
    'date.from': { type: date, requirement: 'required' },
    'date.to': { type: date, requirement: 'required' },
    sortValue: { type: choice(['SettlementTxDate']), requirement: 'optional' },
    sortOrder: { type: choice(['ASC', 'DESC', 'asc', 'desc']), requirement: 'optional' },
  },
  rules: [],
} as const satisfies ParameterTable
