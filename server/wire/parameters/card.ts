import type { ParameterTable } from './table.ts'
import { choice, digits, month, text, year } from './value-types.ts'

/**
 * Shapes only: check digit, expiry and brand are rules of the payment. Nothing is echoed from here:
 * the answer's card is composed of BIN, last four digits, holder and expiry (PCI DSS 3.4.1).
 */
export const card = {
  source: 'interface document, Card',
  within: 'card.',
  unless: 'registrationId',
  rows: {
    'card.holder': { type: text(3, 128), requirement: 'optional', echoed: false },
    'card.number': {
      type: digits(8, 32),
      requirement: 'required',
      secret: 'number',
      echoed: false,
    },
    'card.expiryMonth': { type: month, requirement: 'required', echoed: false },
    'card.expiryYear': { type: year, requirement: 'required', echoed: false },
    'card.cvv': {
      type: digits(3, 4),
      requirement: 'conditional',
      secret: 'code',
      echoed: false,
    },
    'card.numberType': {
      type: choice(['PAN', 'DPAN']),
      requirement: 'optional',
      echoed: false,
    },
  },
  rules: [],
} as const satisfies ParameterTable
