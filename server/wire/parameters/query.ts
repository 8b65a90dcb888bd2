import type { ParameterTable } from './table.ts'
import { boolean, integer, list, text, timestamp } from './value-types.ts'

const PAYMENT_TYPES = `
CB CD CR DB CP IV PA RB RC RF RL RV AD IN FI CL CF DR RG RR TE CT DS RS SD AC MD EA RI 3D
SA EN ID IC DP CG TG SF IS VD DV AF GK RD TM FT KT AR AL PL FN FZ RE RX FO CS EX SE AU TK
TF ER
`

const PAYMENT_METHODS = `
DD CT CC WA VA UA OT DC ET NT IV PP OD RM
`

/** Which payments are looked for. */
export const query = {
  source: 'interface document, Query parameters',
  rows: {
    merchantTransactionId: { type: text(1, 255), requirement: 'optional' },
    limit: { type: integer(100, 500), requirement: 'optional', default: '100' },
    'date.from': { type: timestamp, requirement: 'optional' },
    'date.to': { type: timestamp, requirement: 'optional' },
    paymentTypes: { type: list(codesOf(PAYMENT_TYPES)), requirement: 'optional' },
    paymentMethods: { type: list(codesOf(PAYMENT_METHODS)), requirement: 'optional' },
    includeLinkedTransactions: { type: boolean, requirement: 'optional' },
    shortId: { type: text(1, 14), requirement: 'optional' },
  },
  rules: [
    { kind: 'mandatory', names: ['date.to'], when: 'date.from' },
    { kind: 'mandatory', names: ['date.from'], when: 'date.to' },
    { kind: 'notAfter', name: 'date.from', until: 'date.to' },
    { kind: 'excluded', names: ['date.from', 'date.to'], when: 'merchantTransactionId' },
  ],
} as const satisfies ParameterTable

function codesOf(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
