import { conditional, type ParameterTable } from './table.ts'
import { pattern } from './value-types.ts'

/** A placeholder for the reader's own channel, in examples. */
export const EXAMPLE_ENTITY_ID = '8ac7a4c79394bdc801939736f17e063d'

export const entityIdType = pattern(
  /^[0-9a-f]{32}$/,
  EXAMPLE_ENTITY_ID,
  '32 hex digits in lower case',
)

/** Which channel, or which merchant with channel dispatching, a request speaks for. */
export const access = {
  source: 'interface document, Authentication',
  rows: {
    entityId: conditional(entityIdType, { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
