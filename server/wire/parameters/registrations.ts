import type { ParameterTable } from './table.ts'
import { pattern } from './value-types.ts'

const registrationId = pattern(/^[A-Za-z0-9]{32}$/, '8ac7a4c79394bdc801939736f17e063d')

/** Stored payment details: those that a checkout offers, and the one that a schedule pays with. */
export const registrations = {
  source: 'decisions §2, POST /v1/checkouts and POST /scheduling/v1/schedules',
  rows: {
    'registrations[n].id': { type: registrationId, requirement: 'optional', echoed: false },
    registrationId: { type: registrationId, requirement: 'optional', echoed: false },
  },
  rules: [],
} as const satisfies ParameterTable
