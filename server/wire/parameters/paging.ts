import { MAX_PAGES } from './limits.ts'
import type { ParameterTable } from './table.ts'
import { integer } from './value-types.ts'

/** Which page of a long list. */
export const paging = {
  source: 'decisions §2, /v3/query and /reports/v2',
  rows: {
    pageNo: { type: integer(1, MAX_PAGES), requirement: 'optional', default: '1' },
  },
  rules: [],
} as const satisfies ParameterTable
