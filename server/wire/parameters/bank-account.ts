import type { ParameterTable } from './table.ts'
import { country, date, modernDate, pattern, text } from './value-types.ts'

/**
 * Direct debit, SEPA and bank transfer. Numbers are not echoed from here: what an answer shows of an
 * account is composed. Mandate and due date are no part of risk checks.
 */
export const bankAccount = {
  source: 'interface document, Bank account',
  within: 'bankAccount.',
  unless: 'registrationId',
  unlessPaidElsewhere: true,
  rows: {
    'bankAccount.holder': { type: text(4, 128), requirement: 'required' },
    'bankAccount.bankName': { type: text(1, 255), requirement: 'conditional' },
    'bankAccount.number': {
      type: pattern(/^[A-Za-z0-9]{3,64}$/),
      requirement: 'conditional',
      secret: 'number',
      echoed: false,
    },
    'bankAccount.iban': {
      type: pattern(
        /^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11,27}$/,
        undefined,
        'an IBAN: two letters, two digits, then 11 to 27 letters and digits',
      ),
      requirement: 'conditional',
      secret: 'number',
      echoed: false,
    },
    'bankAccount.bankCode': {
      type: pattern(/^[A-Za-z0-9]{1,12}$/, '37040044'),
      requirement: 'conditional',
    },
    'bankAccount.bic': {
      type: pattern(
        /^(?:[A-Za-z0-9]{8}|[A-Za-z0-9]{11})$/,
        'COBADEFFXXX',
        '8 or 11 letters and digits',
      ),
      requirement: 'conditional',
    },
    'bankAccount.country': { type: country, requirement: 'conditional' },
    'bankAccount.mandate.id': {
      type: pattern(/^[A-Za-z-]{0,256}$/, 'MANDATE-A'),
      requirement: 'conditional',
    },
    'bankAccount.mandate.dateOfSignature': { type: modernDate, requirement: 'conditional' },
    transactionDueDate: { type: date, requirement: 'conditional' },
  },
  rules: [
    {
      kind: 'eitherOr',
      names: ['bankAccount.number', 'bankAccount.iban'],
      within: 'bankAccount.',
      unless: 'registrationId',
      unlessPaidElsewhere: true,
    },
    {
      kind: 'eitherOr',
      // An IBAN names its bank: a code or BIC is required beside a number of the account only.
      names: ['bankAccount.bankCode', 'bankAccount.bic', 'bankAccount.iban'],
      within: 'bankAccount.',
      unless: 'registrationId',
      unlessPaidElsewhere: true,
    },
  ],
} as const satisfies ParameterTable
