import { optional, type ParameterTable, required } from './table.ts'
import { choice, patternInWords, text } from './value-types.ts'

/** Why a person decides about a payment, and who that is. */
export const manualDecision = {
  source: 'our own: docs/resolutions.md',
  rows: {
    reason: required(text(3, 500), { echoed: false }),
    by: optional(text(1, 100), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** The outcome of a payment that a person has found out. */
export const resolution = {
  source: 'our own: docs/resolutions.md',
  rows: {
    outcome: required(choice(['succeeded', 'failed']), { echoed: false }),
    code: optional(
      patternInWords(/^[0-9]{3}\.[0-9]{3}\.[0-9]{3}$/, '800.100.152', 'a result code'),
      { echoed: false },
    ),
    evidence: required(text(3, 2000), { echoed: false }),
  },
  rules: [{ kind: 'mustBe', name: 'outcome', values: ['failed'], when: 'code' }],
} as const satisfies ParameterTable

/** What a person decides about a payment in review. */
export const review = {
  source: 'our own: docs/resolutions.md',
  rows: { decision: required(choice(['accept', 'reject']), { echoed: false }) },
  rules: [],
} as const satisfies ParameterTable
