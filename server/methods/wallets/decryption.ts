import type { WalletName } from '../../wire/parameters/mobile-wallets.ts'
import { decryptApplePay } from './apple-pay.ts'
import type { DecryptedWallet } from './decrypted-wallet.ts'
import { decryptGooglePay } from './google-pay.ts'
import { decryptSamsungPay } from './samsung-pay.ts'
import type { WalletKeys } from './wallet-keys.ts'

/** Verifies and decrypts a token of one of the wallets. Throws `UnusableToken`. */
export async function decryptToken(
  wallet: WalletName,
  token: string,
  keys: WalletKeys,
  nowMs: number,
): Promise<DecryptedWallet> {
  switch (wallet) {
    case 'applePay':
      return decryptApplePay(token, keys.applePay, nowMs)
    case 'googlePay':
      return decryptGooglePay(token, keys.googlePay, nowMs)
    case 'samsungPay':
      return decryptSamsungPay(token, keys.samsungPay, nowMs)
  }
}
