import { type ParameterTable, required } from './table.ts'
import { text } from './value-types.ts'

/** The shopper's account at a wallet that is paid from by redirect. */
export const virtualAccount = {
  source: 'interface document, Virtual account',
  within: 'virtualAccount.',
  paysWith: {
    inPlaceOfCard: ['virtualAccount.'],
    accounts: ['virtualAccount.accountId'],
    proofs: [],
    isStorable: true,
    isOnlyServers: false,
  },
  rows: {
    'virtualAccount.accountId': required(text(1, 100)),
  },
  rules: [],
} as const satisfies ParameterTable
