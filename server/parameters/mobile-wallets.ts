import { MAX_WALLET_TOKEN } from './limits.ts'
import type { Rule } from './rules.ts'
import { conditional, optional, type ParameterTable, prefixedRows } from './table.ts'
import { choice, text } from './value-types.ts'

/** The prefixes of a wallet's parameters, the document's last, and its brands, the usual one first. */
export const WALLETS = {
  applePay: { prefixes: ['applePay', 'walletA'], brands: ['APPLEPAY', 'APPLEPAYTKN'] },
  googlePay: { prefixes: ['googlePay', 'walletB'], brands: ['GOOGLEPAY', 'GOOGLEPAYTKN'] },
  samsungPay: { prefixes: ['samsungPay', 'walletC'], brands: ['SAMSUNGPAY'] },
} as const

export type WalletName = keyof typeof WALLETS

export const walletNames = Object.keys(WALLETS) as readonly WalletName[]

/** The wallet that a brand belongs to. */
export function walletOfBrand(brand: string): WalletName | undefined {
  return walletNames.find((name) => (WALLETS[name].brands as readonly string[]).includes(brand))
}

const documentPrefixes = walletNames.map((name) => WALLETS[name].prefixes[1])

/** All prefixes, the names of the wallets first. */
const walletPrefixes = [...walletNames, ...documentPrefixes]

/** Wallets whose data somebody else has decrypted: only a server may vouch for it. */
export const walletSources = walletPrefixes.map((prefix) => `${prefix}.source` as const)

/** Tokens of wallets: each is made for one payment, which the shopper has confirmed. */
export const walletTokens = walletPrefixes.map((prefix) => `${prefix}.paymentToken` as const)

const payment = {
  paymentToken: conditional(text(1, MAX_WALLET_TOKEN), { secret: 'code', echoed: false }),
  source: conditional(choice(['web', 'app'])),
} as const

/** As the wallet gives them: the document shows no list of values. */
const origin = {
  cardNetwork: optional(text(1, 255)),
  cardType: optional(text(1, 255)),
} as const

/**
 * Of decrypted data. Cryptogram and indicator are not among them: some networks give no indicator, and the
 * number of a card itself (Google Pay, PAN_ONLY) has neither. What the number of a device needs for a
 * charge is judged with it.
 */
const decrypted = ['card.number', 'card.expiryMonth', 'card.expiryYear'] as const

/** A token that the service decrypts, or what somebody else has decrypted, with its source. */
const rulesOf = (wallet: string): readonly Rule[] => {
  const token = `${wallet}.paymentToken`
  const source = `${wallet}.source`
  return [
    { kind: 'eitherOr', names: [token, source], within: `${wallet}.` },
    { kind: 'mandatory', names: decrypted, when: source, unless: token },
  ]
}

/** The three wallets by the names of the document. What is paid with is said here for both tables. */
export const mobileWallets = {
  source: 'interface document, Mobile wallets',
  paysWith: {
    inPlaceOfCard: walletPrefixes.map((prefix) => `${prefix}.` as const),
    accounts: walletTokens,
    proofs: walletTokens,
    isStorable: true,
    isOnlyServers: false,
  },
  rows: {
    ...prefixedRows('walletA', { ...payment, ...origin }),
    ...prefixedRows('walletB', payment),
    ...prefixedRows('walletC', payment),
  },
  passedOn: ['walletA.cardNetwork', 'walletA.cardType'],
  rules: documentPrefixes.flatMap(rulesOf),
} as const satisfies ParameterTable

/** walletA, walletB and walletC by the names that requests of existing clients use. */
export const namedWallets = {
  source: 'interface document, Mobile wallets: "each has its own prefix"',
  paysWith: {
    inPlaceOfCard: [],
    accounts: [],
    proofs: [],
    isStorable: true,
    isOnlyServers: false,
  },
  rows: {
    ...prefixedRows('applePay', { ...payment, ...origin }),
    ...prefixedRows('googlePay', payment),
    ...prefixedRows('samsungPay', payment),
  },
  passedOn: ['applePay.cardNetwork', 'applePay.cardType'],
  rules: walletNames.flatMap(rulesOf),
} as const satisfies ParameterTable
