import { walletNames } from './mobile-wallets.ts'
import { conditional, type ParameterTable, required } from './table.ts'
import { choice, patternInWords } from './value-types.ts'

/**
 * A duration of ISO 8601: years, months, weeks, days, hours, minutes and seconds, each a group of its
 * own. Months have no fixed length: how far it is, the clock says.
 */
export const DURATION =
  /^P(?=.)(?:([0-9]{1,4})Y)?(?:([0-9]{1,5})M)?(?:([0-9]{1,5})W)?(?:([0-9]{1,6})D)?(?:T(?=.)(?:([0-9]{1,7})H)?(?:([0-9]{1,8})M)?(?:([0-9]{1,9})S)?)?$/

const duration = patternInWords(
  DURATION,
  undefined,
  'a duration of ISO 8601, such as PT29M, P1D or P1Y',
)

const moment = patternInWords(
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?Z?)?$/,
  undefined,
  'a moment in UTC, such as 2026-11-21T10:00:00Z or 2026-11-21 10:00:00',
)

/** How far the clock of an entity is moved. */
export const testClock = {
  source: 'decisions §12, POST /test/clock',
  rows: {
    advance: conditional(duration, { echoed: false }),
    to: conditional(moment, { echoed: false }),
  },
  rules: [{ kind: 'requiredUnless', names: ['advance'], when: 'to' }],
} as const satisfies ParameterTable

/** What the test environment asks of its simulated wallets. */
export const walletToken = {
  source: 'test environment, wallet tokens',
  rows: {
    wallet: required(
      choice(walletNames, {
        walletA: 'its name is applePay here',
        walletB: 'its name is googlePay here',
        walletC: 'its name is samsungPay here',
        APPLEPAY: 'the wallet is asked for, not the payment brand',
        GOOGLEPAY: 'the wallet is asked for, not the payment brand',
        SAMSUNGPAY: 'the wallet is asked for, not the payment brand',
      }),
      { echoed: false },
    ),
  },
  rules: [],
} as const satisfies ParameterTable
