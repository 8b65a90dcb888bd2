import { nameOf } from './name-types.ts'
import { optionalRows, type ParameterTable } from './table.ts'
import { choice, country3, date, phone, text } from './value-types.ts'

/**
 * Who gets the money of an account-funding payment. An account number may be a card number
 * (`CARD_ACCOUNT`), so it is treated as one.
 */
export const recipient = {
  source: 'interface document, Recipient',
  rows: {
    ...optionalRows(nameOf(48), [
      'recipient.givenName',
      'recipient.middleName',
      'recipient.surname',
    ]),
    'recipient.birthDate': { type: date, requirement: 'optional' },
    'recipient.phone': { type: phone(6, 24), requirement: 'optional' },
    'recipient.accountNumber': {
      type: text(1, 32),
      requirement: 'optional',
      secret: 'number',
      echoed: false,
      confidential: true,
    },
    'recipient.street': { type: text(1, 100), requirement: 'optional' },
    ...optionalRows(text(1, 50), ['recipient.city', 'recipient.state']),
    'recipient.country': { type: country3, requirement: 'optional' },
    'recipient.postcode': { type: text(1, 30), requirement: 'optional' },
    // CARD_ACCOUNT and EMAIL are of an earlier list.
    'recipient.accountNumberType': {
      type: choice([
        'OTHER',
        'RTN_AND_BANK_ACCOUNT',
        'IBAN',
        'PHONE_NUMBER',
        'BAN_AND_BIC',
        'WALLET_ID',
        'SOCIAL_NETWORK_ID',
        'CARD_ACCOUNT',
        'EMAIL',
      ]),
      requirement: 'optional',
    },
    ...optionalRows(text(1, 50), [
      'recipient.nationality',
      'recipient.identificationType',
      'recipient.identificationValue',
      'recipient.entityType',
      'recipient.relationship',
      'recipient.occupation',
    ]),
    ...optionalRows(text(1, 3), ['recipient.identificationCountry', 'recipient.birthCountry']),
  },
  carried: { allBut: [] },
  rules: [{ kind: 'notAhead', names: ['recipient.birthDate'] }],
} as const satisfies ParameterTable
