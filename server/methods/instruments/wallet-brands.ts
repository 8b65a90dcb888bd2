import type { WalletName } from '../wallets/wallets.ts'

/** A wallet's brands, the usual one first, and the prefixes of its parameters. */
export const WALLETS = {
  applePay: { brands: ['APPLEPAY', 'APPLEPAYTKN'], prefixes: ['applePay', 'walletA'] },
  googlePay: { brands: ['GOOGLEPAY', 'GOOGLEPAYTKN'], prefixes: ['googlePay', 'walletB'] },
  samsungPay: { brands: ['SAMSUNGPAY'], prefixes: ['samsungPay', 'walletC'] },
} as const satisfies Record<WalletName, object>

/** The wallet that a brand belongs to. */
export function walletOfBrand(brand: string): WalletName | undefined {
  const names = Object.keys(WALLETS) as WalletName[]
  return names.find((name) => (WALLETS[name].brands as readonly string[]).includes(brand))
}
