import { conditional, optional, type ParameterTable, required } from './table.ts'
import { choice, digits, month, text, year } from './value-types.ts'

/**
 * Shapes only: check digit, expiry and brand are rules of the payment. Nothing is echoed from here:
 * the answer's card is composed of BIN, last four digits, holder and expiry (PCI DSS 3.4.1).
 */
export const card = {
  source: 'interface document, Card',
  within: 'card.',
  unless: 'registrationId',
  paysWith: {
    inPlaceOfCard: [],
    accounts: ['card.number'],
    proofs: [],
    isStorable: true,
    isOnlyServers: false,
  },
  rows: {
    'card.holder': optional(text(3, 128), { echoed: false }),
    'card.number': required(digits(8, 32), { secret: 'number', echoed: false }),
    'card.expiryMonth': required(month, { echoed: false }),
    'card.expiryYear': required(year, { echoed: false }),
    'card.cvv': conditional(digits(3, 4), { secret: 'code', echoed: false }),
    'card.numberType': optional(choice(['PAN', 'DPAN']), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
