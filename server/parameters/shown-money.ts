import { optional, type ParameterTable } from './table.ts'
import { amount, currency } from './value-types.ts'

/** What the shopper read on the button that he pressed: the gateway charges nothing else. */
export const shownMoney = {
  source: 'what is charged is what was shown, docs/checkouts.md',
  rows: {
    'shown.amount': optional(amount, { echoed: false }),
    'shown.currency': optional(currency, { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
