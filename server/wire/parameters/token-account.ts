import type { ParameterTable } from './table.ts'
import { choice, digits, month, pattern, year } from './value-types.ts'

/** A token in place of a card number: of another provider, or of the card's own scheme. */
export const tokenAccount = {
  source: 'interface document, Token account',
  within: 'tokenAccount.',
  rows: {
    'tokenAccount.number': {
      type: digits(12, 19),
      requirement: 'required',
      secret: 'number',
      echoed: false,
    },
    'tokenAccount.type': { type: choice(['EXTERNAL', 'NETWORK']), requirement: 'required' },
    'tokenAccount.expiryMonth': { type: month, requirement: 'optional' },
    'tokenAccount.expiryYear': { type: year, requirement: 'optional' },
    'tokenAccount.cryptogram': {
      type: pattern(
        /^(?=.{28,32}$)[A-Za-z0-9+/]+={0,2}$/,
        undefined,
        '28 to 32 characters of base64',
      ),
      requirement: 'conditional',
      secret: 'code',
      echoed: false,
    },
    'tokenAccount.dtvc': {
      type: digits(3, 4),
      requirement: 'conditional',
      secret: 'code',
      echoed: false,
    },
  },
  rules: [],
} as const satisfies ParameterTable
