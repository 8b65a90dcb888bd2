import { MAX_WALLET_TOKEN } from './limits.ts'
import type { Rule } from './rules.ts'
import { conditional, optional, type ParameterTable, prefixedRows } from './table.ts'
import { choice, text } from './value-types.ts'

const payment = {
  paymentToken: conditional(text(1, MAX_WALLET_TOKEN), { secret: 'code', echoed: false }),
  source: conditional(choice(['web', 'app'])),
} as const

/** As the wallet gives them: the document shows no list of values. */
const origin = {
  cardNetwork: optional(text(1, 255)),
  cardType: optional(text(1, 255)),
} as const

const decrypted = [
  'card.number',
  'card.expiryMonth',
  'card.expiryYear',
  'threeDSecure.verificationId',
  'threeDSecure.eci',
] as const

/** A token that the service decrypts, or what somebody else has decrypted, with its source. */
const rulesOf = (wallet: string): readonly Rule[] => {
  const token = `${wallet}.paymentToken`
  const source = `${wallet}.source`
  return [
    { kind: 'eitherOr', names: [token, source], within: `${wallet}.` },
    { kind: 'mandatory', names: decrypted, when: source, unless: token },
  ]
}

/** The three wallets by the names of the document. */
export const mobileWallets = {
  source: 'interface document, Mobile wallets',
  rows: {
    ...prefixedRows('walletA', { ...payment, ...origin }),
    ...prefixedRows('walletB', payment),
    ...prefixedRows('walletC', payment),
  },
  passedOn: ['walletA.cardNetwork', 'walletA.cardType'],
  rules: ['walletA', 'walletB', 'walletC'].flatMap(rulesOf),
} as const satisfies ParameterTable

/** walletA, walletB and walletC by the names that requests of existing clients use. */
export const namedWallets = {
  source: 'interface document, Mobile wallets: "each has its own prefix"',
  rows: {
    ...prefixedRows('applePay', { ...payment, ...origin }),
    ...prefixedRows('googlePay', payment),
    ...prefixedRows('samsungPay', payment),
  },
  passedOn: ['applePay.cardNetwork', 'applePay.cardType'],
  rules: ['applePay', 'googlePay', 'samsungPay'].flatMap(rulesOf),
} as const satisfies ParameterTable
