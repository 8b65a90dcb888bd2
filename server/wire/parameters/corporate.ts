import { optionalRows, type ParameterTable } from './table.ts'
import { choice, digits, text } from './value-types.ts'

/** The company that pays. */
export const corporate = {
  source: 'interface document, Corporate',
  rows: {
    ...optionalRows(text(1, 30), ['corporate.name', 'corporate.suite']),
    ...optionalRows(text(1, 100), ['corporate.street', 'corporate.address']),
    'corporate.description': { type: text(1, 160), requirement: 'optional' },
    'corporate.city': { type: text(1, 80), requirement: 'optional' },
    'corporate.state': { type: text(1, 50), requirement: 'optional' },
    'corporate.postCode': { type: text(1, 16), requirement: 'optional' },
    'corporate.postboxNumber': { type: text(1, 15), requirement: 'optional' },
    'corporate.purchase': { type: choice(['Y', 'N']), requirement: 'optional' },
    ...optionalRows(digits(1, 25, '4930123456'), ['corporate.phone', 'corporate.fax']),
    'corporate.vatId': { type: text(0, 255), requirement: 'optional' },
  },
  carried: { allBut: [] },
  rules: [],
} as const satisfies ParameterTable
