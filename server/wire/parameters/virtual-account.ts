import type { ParameterTable } from './table.ts'
import { text } from './value-types.ts'

/** The shopper's account at a wallet that is paid from by redirect. */
export const virtualAccount = {
  source: 'interface document, Virtual account',
  within: 'virtualAccount.',
  rows: {
    'virtualAccount.accountId': { type: text(1, 100), requirement: 'required' },
  },
  rules: [],
} as const satisfies ParameterTable
