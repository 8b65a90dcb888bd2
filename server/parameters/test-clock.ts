import type { ParameterTable } from './table.ts'
import { text } from './value-types.ts'

/** How far the clock of an entity is moved. What the texts mean is judged where it is moved. */
export const testClock = {
  source: 'decisions §12, POST /test/clock',
  rows: {
    advance: { type: text(2, 64), requirement: 'optional', echoed: false },
    to: { type: text(10, 40), requirement: 'optional', echoed: false },
  },
  rules: [],
} as const satisfies ParameterTable
