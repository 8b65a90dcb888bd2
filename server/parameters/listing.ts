import { MAX_PAGES } from './limits.ts'
import { optional, type ParameterTable, required } from './table.ts'
import {
  boolean,
  choice,
  date,
  integer,
  list,
  patternInWords,
  text,
  timestamp,
  words,
} from './value-types.ts'

const PAYMENT_TYPES = `
CB CD CR DB CP IV PA RB RC RF RL RV AD IN FI CL CF DR RG RR TE CT DS RS SD AC MD EA RI 3D
SA EN ID IC DP CG TG SF IS VD DV AF GK RD TM FT KT AR AL PL FN FZ RE RX FO CS EX SE AU TK
TF ER
`

const PAYMENT_METHODS = 'DD CT CC WA VA UA OT DC ET NT IV PP OD RM'

/** Which payments are looked for. */
export const query = {
  source: 'interface document, Query parameters',
  rows: {
    merchantTransactionId: optional(text(1, 255)),
    limit: optional(integer(100, 500), { default: '100' }),
    'date.from': optional(timestamp),
    'date.to': optional(timestamp),
    paymentTypes: optional(list(words(PAYMENT_TYPES))),
    paymentMethods: optional(list(words(PAYMENT_METHODS))),
    includeLinkedTransactions: optional(boolean),
    shortId: optional(text(1, 14)),
  },
  rules: [
    { kind: 'mandatory', names: ['date.to'], when: 'date.from' },
    { kind: 'mandatory', names: ['date.from'], when: 'date.to' },
    { kind: 'notAfter', name: 'date.from', until: 'date.to' },
    { kind: 'excluded', names: ['date.from', 'date.to'], when: 'merchantTransactionId' },
  ],
} as const satisfies ParameterTable

/** Which page of a long list. */
export const paging = {
  source: 'decisions §2, /v3/query and /reports/v2',
  rows: {
    pageNo: optional(integer(1, MAX_PAGES), { default: '1' }),
  },
  rules: [],
} as const satisfies ParameterTable

/** Where a list that is read in parts goes on. */
export const listParts = {
  source: 'decisions §2, /v1/query and /v3/query',
  rows: {
    cursor: optional(
      patternInWords(
        /^(?:start|[0-9a-z]{1,11}\.[0-9a-f]{32}\.[01])$/,
        'start',
        'start, or the cursor of an answer as it was given',
      ),
    ),
  },
  rules: [],
} as const satisfies ParameterTable

/** Settlement reports. */
export const reporting = {
  source: 'interface document, Reporting parameters',
  rows: {
    'date.from': required(date),
    'date.to': required(date),
    sortValue: optional(choice(['SettlementTxDate'])),
    sortOrder: optional(choice(['ASC', 'DESC', 'asc', 'desc'])),
  },
  rules: [{ kind: 'notAfter', name: 'date.from', until: 'date.to' }],
} as const satisfies ParameterTable
