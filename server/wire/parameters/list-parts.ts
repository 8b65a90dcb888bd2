import type { ParameterTable } from './table.ts'
import { patternInWords } from './value-types.ts'

/** Where a list that is read in parts goes on. */
export const listParts = {
  source: 'decisions §2, /v1/query and /v3/query',
  rows: {
    cursor: {
      type: patternInWords(
        /^(?:start|[0-9a-z]{1,11}\.[0-9a-f]{32}\.[01])$/,
        'start',
        'start, or the cursor of an answer as it was given',
      ),
      requirement: 'optional',
    },
  },
  rules: [],
} as const satisfies ParameterTable
