import { optional, type ParameterTable, required } from './table.ts'
import { text } from './value-types.ts'

/** Why a person decides about a payment, and who that is. */
export const manualDecision = {
  source: 'our own: docs/resolutions.md',
  rows: {
    reason: required(text(3, 500), { echoed: false }),
    by: optional(text(1, 100), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
