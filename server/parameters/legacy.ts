import { entityIdType } from './access.ts'
import { customerNames } from './customer.ts'
import { amountPattern, patternReader, phonePattern, type ValueReader } from './pattern-reader.ts'
import type { Rule } from './rules.ts'
import type { ParameterTable } from './table.ts'
import { valueReader } from './value-reader.ts'
import { text, type ValueType } from './value-types.ts'

/**
 * Everything in which the compatibility profile `legacy` of an entity asks less of a request than
 * `strict` does (decisions §1). Unknown names are ignored as well; nothing else differs.
 */

/** Credentials in the body or query instead of the Authorization header. */
export const legacyAccess = {
  source: 'decisions §1, compatibility profile',
  rows: {
    'authentication.userId': {
      type: text(1, 255),
      requirement: 'optional',
      secret: 'code',
      echoed: false,
    },
    'authentication.password': {
      type: text(1, 255),
      requirement: 'optional',
      secret: 'code',
      echoed: false,
    },
    'authentication.entityId': { type: entityIdType, requirement: 'optional', echoed: false },
  },
  rules: [],
} as const satisfies ParameterTable

/** Names whose value is taken for another name, when that one is absent. */
export const legacySynonyms: ReadonlyMap<string, string> = new Map([
  ['authentication.entityId', 'entityId'],
])

/** Rules that do not apply: customer fields come without names. */
export const legacyWaivedRules: ReadonlySet<Rule> = new Set([customerNames])

/** What is read more generously, or the strict reader where there is no difference. */
export function legacyReader(name: string, type: ValueType): ValueReader {
  if (name === 'merchantTransactionId') return valueReader(text(1, 255))
  switch (type.kind) {
    case 'amount':
      return patternReader(amountPattern(type.integerDigits, '{1,2}'), '92.00')
    case 'boolean':
    case 'checkbox':
      return booleanReader(type)
    case 'phone':
      return patternReader(phonePattern('+(0-9', type.min, type.max), '(030) 123456')
    default:
      return valueReader(type)
  }
}

function booleanReader(type: ValueType): ValueReader {
  const read = valueReader(type)
  const digits = new Map([
    ['1', 'true'],
    ['0', 'false'],
  ])
  return (value) => read(digits.get(value) ?? value.toLowerCase())
}
