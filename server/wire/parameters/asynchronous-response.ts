import type { ParameterTable } from './table.ts'
import { text } from './value-types.ts'

/** Where the shopper must be sent while a payment is pending. In answers only. */
export const asynchronousResponse = {
  source: 'interface document, Asynchronous response parameters',
  rows: {
    'redirect.url': { type: text(6, 2048), requirement: 'conditional' },
    'redirect.parameters[n].name': { type: text(1, 255), requirement: 'conditional' },
    'redirect.parameters[n].value': { type: text(1, 255), requirement: 'conditional' },
  },
  rules: [],
} as const satisfies ParameterTable
