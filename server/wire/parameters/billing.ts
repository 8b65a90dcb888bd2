import { postcode, state } from './address-types.ts'
import type { ParameterTable } from './table.ts'
import { country, text } from './value-types.ts'

/** The address of the bill. */
export const billing = {
  source: 'interface document, Billing address',
  rows: {
    'billing.street1': { type: text(1, 100), requirement: 'conditional' },
    'billing.street2': { type: text(1, 100), requirement: 'conditional' },
    'billing.houseNumber1': { type: text(1, 100), requirement: 'optional' },
    'billing.houseNumber2': { type: text(1, 100), requirement: 'optional' },
    'billing.city': { type: text(1, 80), requirement: 'conditional' },
    'billing.state': { type: state, requirement: 'conditional' },
    'billing.postcode': { type: postcode, requirement: 'conditional' },
    'billing.country': { type: country, requirement: 'conditional' },
    'billing.normalized': { type: text(1, 255), requirement: 'optional' },
    'billing.validationStatus': { type: text(1, 255), requirement: 'optional' },
  },
  carried: { allBut: ['billing.street1', 'billing.postcode', 'billing.country'] },
  rules: [
    { kind: 'mandatory', names: ['billing.houseNumber1'], when: 'billing.houseNumber2' },
    { kind: 'ignored', name: 'billing.street2', when: 'billing.houseNumber1' },
    { kind: 'notDigitsOnly', names: ['billing.street1', 'billing.street2'] },
  ],
} as const satisfies ParameterTable
