import { optional, type ParameterTable } from './table.ts'
import { patternInWords, text } from './value-types.ts'

/** Which entries of the audit log are looked for. */
export const auditQuery = {
  source: 'our own: docs/people.md#the-audit-log',
  rows: {
    actor: optional(text(1, 128), { echoed: false }),
    action: optional(
      patternInWords(/^[A-Za-z]+(?:\.[A-Za-z]+)?$/, 'payments.resolve', 'a word of an entry'),
      { echoed: false },
    ),
    subjectId: optional(text(1, 128), { echoed: false }),
    beforeSequence: optional(
      patternInWords(/^[1-9][0-9]{0,14}$/, '1041', 'what an earlier answer had as next'),
      { echoed: false },
    ),
  },
  rules: [],
} as const satisfies ParameterTable
