import type { ParameterTable } from './table.ts'
import { pattern } from './value-types.ts'

/** Why an acquirer takes a payment back. */
export const chargeback = {
  source: 'interface document, Chargeback parameter',
  rows: {
    chargebackResultCode: {
      type: pattern(/^000\.100\.2[0-9]{2}$/, '000.100.220', '000.100.2 and two more digits'),
      requirement: 'optional',
    },
  },
  rules: [],
} as const satisfies ParameterTable
