import type { ParameterTable } from './table.ts'
import { text } from './value-types.ts'

/** The merchant's own names and values, given back in the answer. */
export const customParameters = {
  source: 'interface document, Custom parameters',
  rows: {
    'customParameters[key]': {
      type: text(0, 2048),
      requirement: 'conditional',
      key: { pattern: /^[A-Za-z0-9._]{3,64}$/, example: 'SHOPPER_note' },
    },
  },
  rules: [],
} as const satisfies ParameterTable
