import { optional, type ParameterTable, required } from './table.ts'
import { amount, boolean, choice, patternInWords, plainName, text } from './value-types.ts'

/** Which payments people look for in the back office. */
export const paymentSearch = {
  source: 'our own: docs/back-office.md',
  rows: {
    lookFor: optional(text(1, 200), { echoed: false }),
    resultCode: optional(
      patternInWords(/^[0-9]{3}\.[0-9]{3}\.[0-9]{3}$/, '800.100.152', 'a result code'),
      { echoed: false },
    ),
    amountFrom: optional(amount, { echoed: false }),
    amountTo: optional(amount, { echoed: false }),
  },
  rules: [{ kind: 'notAbove', name: 'amountFrom', limit: 'amountTo', isRange: true }],
} as const satisfies ParameterTable

/** How a payment stood when a person decided what to do with it. */
export const seenPayment = {
  source: 'our own: docs/back-office.md',
  rows: {
    seen: optional(
      patternInWords(
        /^[0-9]{1,10}-[0-9]{1,6}-[0-9]{1,6}$/,
        '3-2-1',
        'what the operation has as seen',
      ),
      { echoed: false },
    ),
  },
  rules: [],
} as const satisfies ParameterTable

/** The states of payments that people filter by. */
export const paymentStates = choice([
  'succeeded',
  'failed',
  'pending',
  'review',
  'refunded',
  'chargedBack',
])

/** Where a list of blocks goes on. */
export const blockCursor = patternInWords(
  /^[0-9a-f]{32}$/,
  '019ab3c4d5e6f708192a3b4c5d6e7f80',
  'what an earlier answer had as cursor',
)

/** Where a list of checkouts goes on. */
export const checkoutPlace = {
  source: 'our own: docs/back-office.md',
  rows: {
    before: optional(
      patternInWords(
        /^[1-9][0-9]{0,14}-[0-9A-F]{8}$/,
        '1795798800000-0F1E2D3C',
        'what an earlier answer had as before',
      ),
      { echoed: false },
    ),
  },
  rules: [],
} as const satisfies ParameterTable

/** What is blocked of a payment. */
export const blockRequest = {
  source: 'our own: docs/back-office.md',
  rows: { blockBy: required(choice(['card', 'customer']), { echoed: false }) },
  rules: [],
} as const satisfies ParameterTable

/** A new entity below the one that the request names, beside its name. */
export const newEntity = {
  source: 'our own: docs/back-office.md',
  rows: {
    kind: required(choice(['division', 'merchant', 'channel']), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** What people change of an entity. */
export const entityChange = {
  source: 'our own: docs/back-office.md',
  rows: {
    entityName: optional(plainName, { echoed: false }),
    active: optional(boolean, { echoed: false }),
    settings: optional(text(2, 1_000_000), { echoed: false }),
    settingsBefore: optional(text(2, 1_000_000), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** A new access token. */
export const newToken = {
  source: 'our own: docs/back-office.md',
  rows: {
    label: required(plainName, { echoed: false }),
    tokenRole: optional(choice(['merchant', 'administrator']), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
