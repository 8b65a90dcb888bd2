import type { ParameterTable } from './table.ts'
import { amount, boolean, choice, currency, text } from './value-types.ts'

/** What the cart was paid with already. Index from 0. */
export const cartPayments = {
  source: 'interface document, Cart payments',
  rows: {
    'cart.payments[n].name': { type: text(1, 255), requirement: 'optional' },
    'cart.payments[n].type': { type: choice(['GIFTCARD', 'PROMOTION']), requirement: 'optional' },
    'cart.payments[n].amount': { type: amount, requirement: 'optional' },
    'cart.payments[n].currency': { type: currency, requirement: 'optional' },
    'cart.payments[n].status': {
      type: choice(['pending', 'authorized', 'captured']),
      requirement: 'optional',
    },
    'cart.payments[n].brand': { type: text(1, 255), requirement: 'optional' },
    'cart.payments[n].primary': { type: boolean, requirement: 'optional' },
  },
  carried: { allBut: [] },
  rules: [],
} as const satisfies ParameterTable
