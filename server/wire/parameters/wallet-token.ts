import type { ParameterTable } from './table.ts'
import { choice } from './value-types.ts'

/** What the test environment asks of its simulated wallets. */
export const walletToken = {
  source: 'test environment, wallet tokens',
  rows: {
    wallet: {
      type: choice(['applePay', 'googlePay', 'samsungPay'], {
        walletA: 'its name is applePay here',
        walletB: 'its name is googlePay here',
        walletC: 'its name is samsungPay here',
        APPLEPAY: 'the wallet is asked for, not the payment brand',
        GOOGLEPAY: 'the wallet is asked for, not the payment brand',
        SAMSUNGPAY: 'the wallet is asked for, not the payment brand',
      }),
      requirement: 'required',
      echoed: false,
    },
  },
  rules: [],
} as const satisfies ParameterTable
