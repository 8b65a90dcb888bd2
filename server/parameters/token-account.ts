import { conditional, optional, type ParameterTable, required } from './table.ts'
import { choice, digits, month, pattern, year } from './value-types.ts'

/** A token in place of a card number: of another provider, or of the card's own scheme. */
export const tokenAccount = {
  source: 'interface document, Token account',
  within: 'tokenAccount.',
  paysWith: {
    inPlaceOfCard: ['tokenAccount.'],
    accounts: ['tokenAccount.number'],
    proofs: ['tokenAccount.cryptogram', 'tokenAccount.dtvc'],
    isStorable: true,
    isOnlyServers: true,
  },
  rows: {
    'tokenAccount.number': required(digits(12, 19), { secret: 'number', echoed: false }),
    'tokenAccount.type': required(choice(['EXTERNAL', 'NETWORK'])),
    'tokenAccount.expiryMonth': optional(month),
    'tokenAccount.expiryYear': optional(year),
    'tokenAccount.cryptogram': conditional(
      pattern(/^(?=.{28,32}$)[A-Za-z0-9+/]+={0,2}$/, undefined, '28 to 32 characters of base64'),
      { secret: 'code', echoed: false },
    ),
    'tokenAccount.dtvc': conditional(digits(3, 4), { secret: 'code', echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
