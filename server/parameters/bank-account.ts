import { conditional, type ParameterTable, required } from './table.ts'
import { country, date, modernDate, pattern, text } from './value-types.ts'

/**
 * Direct debit, SEPA and bank transfer. Numbers are not echoed from here: what an answer shows of an
 * account is composed. Mandate and due date are no part of risk checks.
 */
export const bankAccount = {
  source: 'interface document, Bank account',
  paysWith: {
    inPlaceOfCard: ['bankAccount.'],
    accounts: ['bankAccount.number', 'bankAccount.iban'],
    proofs: [],
    isStorable: true,
    isOnlyServers: false,
  },
  within: 'bankAccount.',
  unless: 'registrationId',
  unlessRedirectBrand: true,
  rows: {
    'bankAccount.holder': required(text(4, 128)),
    'bankAccount.bankName': conditional(text(1, 255)),
    'bankAccount.number': conditional(pattern(/^[A-Za-z0-9]{3,64}$/), {
      secret: 'number',
      echoed: false,
    }),
    'bankAccount.iban': conditional(
      pattern(
        /^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11,27}$/,
        undefined,
        'an IBAN: two letters, two digits, then 11 to 27 letters and digits',
      ),
      { secret: 'number', echoed: false },
    ),
    'bankAccount.bankCode': conditional(pattern(/^[A-Za-z0-9]{1,12}$/, '37040044')),
    'bankAccount.bic': conditional(
      pattern(/^(?:[A-Za-z0-9]{8}|[A-Za-z0-9]{11})$/, 'COBADEFFXXX', '8 or 11 letters and digits'),
    ),
    'bankAccount.country': conditional(country),
    'bankAccount.mandate.id': conditional(pattern(/^[A-Za-z-]{0,256}$/, 'MANDATE-A')),
    'bankAccount.mandate.dateOfSignature': conditional(modernDate),
    transactionDueDate: conditional(date),
  },
  rules: [
    {
      kind: 'eitherOr',
      names: ['bankAccount.number', 'bankAccount.iban'],
      within: 'bankAccount.',
      unless: 'registrationId',
      unlessRedirectBrand: true,
    },
    {
      kind: 'eitherOr',
      // An IBAN names its bank: a code or BIC is required beside a number of the account only.
      names: ['bankAccount.bankCode', 'bankAccount.bic', 'bankAccount.iban'],
      within: 'bankAccount.',
      unless: 'registrationId',
      unlessRedirectBrand: true,
    },
  ],
} as const satisfies ParameterTable
