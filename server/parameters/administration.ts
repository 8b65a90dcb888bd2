import { optional, type ParameterTable } from './table.ts'
import { amount, choice, text } from './value-types.ts'

/** Which payments people look for in the back office. */
export const paymentSearch = {
  source: 'our own: docs/back-office.md',
  rows: {
    lookFor: optional(text(1, 200), { echoed: false }),
    amountFrom: optional(amount, { echoed: false }),
    amountTo: optional(amount, { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** The states of payments that people filter by. */
export const paymentStates = choice([
  'succeeded',
  'failed',
  'pending',
  'review',
  'refunded',
  'chargedBack',
])
