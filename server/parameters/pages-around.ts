import { optional, type ParameterTable } from './table.ts'
import { text } from './value-types.ts'

/** Eight origins whose hosts are as long as names of the DNS can be. */
const MAX_LENGTH = 2_200

/** Which pages the shopper has in front of him when he pays: what is not known of them refuses no payment. */
export const pagesAround = {
  source: 'pages around the gateway’s own pages, docs/checkouts.md',
  rows: {
    pageOrigins: optional(text(1, MAX_LENGTH), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
