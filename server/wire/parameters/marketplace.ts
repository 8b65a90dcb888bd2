import type { ParameterTable } from './table.ts'
import { amount, text } from './value-types.ts'

/** Who sells: the items of a seller are the cart items with its `sellerId`. Index from 0. */
export const marketplace = {
  source: 'interface document, Marketplace',
  rows: {
    'marketPlace.sellers[n].id': { type: text(1, 255), requirement: 'optional' },
    'marketPlace.sellers[n].amount': { type: amount, requirement: 'optional' },
  },
  carried: { allBut: [] },
  rules: [{ kind: 'sumNotAbove', name: 'marketPlace.sellers[n].amount', limit: 'amount' }],
} as const satisfies ParameterTable
