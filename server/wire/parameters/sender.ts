import { nameOf, nationality } from './name-types.ts'
import { optionalRows, type ParameterTable } from './table.ts'
import { choice, country3, date, phone, text } from './value-types.ts'

/**
 * Who sends the money of an account-funding payment. An account number may be a card number
 * (`CARD_ACCOUNT`), so it is treated as one.
 */
export const sender = {
  source: 'interface document, Sender',
  rows: {
    'sender.name': { type: nameOf(100), requirement: 'optional' },
    ...optionalRows(nameOf(50), ['sender.givenName', 'sender.middleName', 'sender.surname']),
    'sender.birthDate': { type: date, requirement: 'optional' },
    'sender.phone': { type: phone(6, 24), requirement: 'optional' },
    'sender.accountNumber': {
      type: text(1, 32),
      requirement: 'optional',
      secret: 'number',
      echoed: false,
      confidential: true,
    },
    'sender.street': { type: text(1, 100), requirement: 'optional' },
    ...optionalRows(text(1, 50), ['sender.city', 'sender.state']),
    'sender.country': { type: country3, requirement: 'optional' },
    'sender.postcode': { type: text(1, 30), requirement: 'optional' },
    // BAN_AND_BIC is of an earlier list.
    'sender.accountNumberType': {
      type: choice([
        'OTHER',
        'RTN_AND_BANK_ACCOUNT',
        'IBAN',
        'IBAN_AND_BIC',
        'CARD_ACCOUNT',
        'BAN_AND_BIC',
      ]),
      requirement: 'optional',
    },
    'sender.sourceOfFunds': {
      type: choice(['01', '02', '03', '04', '05', '06', '07', '08', '09']),
      requirement: 'optional',
    },
    ...optionalRows(text(1, 50), [
      'sender.entityType',
      'sender.occupation',
      'sender.identificationType',
      'sender.identificationValue',
    ]),
    'sender.nationality': { type: nationality, requirement: 'optional' },
    ...optionalRows(text(1, 3), ['sender.birthCountry', 'sender.identificationCountry']),
  },
  carried: { allBut: [] },
  rules: [{ kind: 'notAhead', names: ['sender.birthDate'] }],
} as const satisfies ParameterTable
