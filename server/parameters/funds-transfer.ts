import { optional, optionalRows, type ParameterTable } from './table.ts'
import { choice, country3, date, nameOf, nationality, phone, text, words } from './value-types.ts'

/**
 * Who sends the money of an account-funding payment. An account number may be a card number
 * (`CARD_ACCOUNT`), so it is treated as one.
 */
export const sender = {
  source: 'interface document, Sender',
  rows: {
    'sender.name': optional(nameOf(100)),
    ...optionalRows(nameOf(50), ['sender.givenName', 'sender.middleName', 'sender.surname']),
    'sender.birthDate': optional(date),
    'sender.phone': optional(phone(6, 24)),
    'sender.accountNumber': optional(text(1, 32), {
      secret: 'number',
      echoed: false,
      confidential: true,
    }),
    'sender.street': optional(text(1, 100)),
    ...optionalRows(text(1, 50), ['sender.city', 'sender.state']),
    'sender.country': optional(country3),
    'sender.postcode': optional(text(1, 30)),
    // BAN_AND_BIC is of an earlier list.
    'sender.accountNumberType': optional(
      choice([
        'OTHER',
        'RTN_AND_BANK_ACCOUNT',
        'IBAN',
        'IBAN_AND_BIC',
        'CARD_ACCOUNT',
        'BAN_AND_BIC',
      ]),
    ),
    'sender.sourceOfFunds': optional(
      choice(['01', '02', '03', '04', '05', '06', '07', '08', '09']),
    ),
    ...optionalRows(text(1, 50), [
      'sender.entityType',
      'sender.occupation',
      'sender.identificationType',
      'sender.identificationValue',
    ]),
    'sender.nationality': optional(nationality),
    ...optionalRows(text(1, 3), ['sender.birthCountry', 'sender.identificationCountry']),
  },
  passedOn: { allExcept: [] },
  rules: [{ kind: 'notInFuture', names: ['sender.birthDate'] }],
} as const satisfies ParameterTable

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
    'recipient.birthDate': optional(date),
    'recipient.phone': optional(phone(6, 24)),
    'recipient.accountNumber': optional(text(1, 32), {
      secret: 'number',
      echoed: false,
      confidential: true,
    }),
    'recipient.street': optional(text(1, 100)),
    ...optionalRows(text(1, 50), ['recipient.city', 'recipient.state']),
    'recipient.country': optional(country3),
    'recipient.postcode': optional(text(1, 30)),
    // CARD_ACCOUNT and EMAIL are of an earlier list.
    'recipient.accountNumberType': optional(
      choice(
        words(`
        OTHER RTN_AND_BANK_ACCOUNT IBAN PHONE_NUMBER BAN_AND_BIC WALLET_ID SOCIAL_NETWORK_ID
        CARD_ACCOUNT EMAIL
      `),
      ),
    ),
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
  passedOn: { allExcept: [] },
  rules: [{ kind: 'notInFuture', names: ['recipient.birthDate'] }],
} as const satisfies ParameterTable
