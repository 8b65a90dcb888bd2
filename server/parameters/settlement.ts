import { optional, type ParameterTable, required } from './table.ts'
import { choice, currency, modernDate, patternInWords } from './value-types.ts'

const account = patternInWords(
  /^[\w.-]{5,64}@[a-z][a-z0-9-]{0,30}(?::[0-9a-f]{32})?$/,
  'TEAHOUSE1@simulator',
  'an account: merchantId@connector',
)

/** A settlement file that is imported: in the address, because the body is the file. */
export const settlementImport = {
  source: 'our own: docs/settlement.md',
  rows: {
    account: required(account, { echoed: false }),
    fileFormat: required(
      choice(['tillgate', 'adyen-settlement-details', 'stripe-payout-reconciliation']),
      { echoed: false },
    ),
    acceptUnbalanced: optional(choice(['true', 'false']), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** Whose file of a day is read. */
export const settlementDay = {
  source: 'our own: docs/settlement.md',
  rows: { day: required(modernDate, { echoed: false }) },
  rules: [],
} as const satisfies ParameterTable

/** Where a list of settlement lines goes on. */
export const settlementPlace = {
  source: 'our own: docs/settlement.md',
  rows: {
    afterLine: optional(
      patternInWords(
        /^[0-9a-f]{32}-[0-9]{5}:[1-9][0-9]{0,14}$/,
        '019ab3c4d5e6f708192a3b4c5d6e7f80-00001:17',
        'the place of a line as it was answered',
      ),
      { echoed: false },
    ),
  },
  rules: [],
} as const satisfies ParameterTable

/** Which payments a settlement line is about. */
export const settlementMatch = {
  source: 'our own: docs/settlement.md',
  rows: {
    paymentIds: optional(
      patternInWords(
        /^[0-9a-f]{32}(?:,[0-9a-f]{32}){0,99}$/,
        '8ac7a4a19ab1c2d3e4f5061728394a5e',
        'ids of payments with a comma between them, at most 100',
      ),
      { echoed: false },
    ),
    unmatch: optional(choice(['true']), { echoed: false }),
    acceptDifference: optional(
      patternInWords(
        /^-?[0-9]{1,12}(?:\.[0-9]{1,4})?$/,
        '-0.50',
        'an amount, with a minus sign where the line has less than its payments',
      ),
      { echoed: false },
    ),
    acceptCurrency: optional(currency, { echoed: false }),
  },
  rules: [
    { kind: 'requiredUnless', names: ['paymentIds'], when: 'unmatch' },
    {
      kind: 'excluded',
      names: ['paymentIds', 'acceptDifference', 'acceptCurrency'],
      when: 'unmatch',
    },
  ],
} as const satisfies ParameterTable
