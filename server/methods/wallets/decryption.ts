import type { WalletName } from '../../wire/parameters/mobile-wallets.ts'
import { type ApplePayKeys, decryptApplePay } from './apple-pay.ts'
import type { OpenedToken } from './card-of-token.ts'
import { decryptGooglePay, type GooglePayKeys } from './google-pay.ts'
import { decryptSamsungPay, type SamsungPayKeys } from './samsung-pay.ts'

/** All keys are on the curve P-256. */
export interface WalletKeys {
  readonly googlePay: GooglePayKeys
  readonly applePay: ApplePayKeys
  readonly samsungPay: SamsungPayKeys
}

/** Verifies and decrypts a token of one of the wallets. Throws `UnusableToken`. */
export async function decryptToken(
  wallet: WalletName,
  token: string,
  keys: WalletKeys,
  nowMs: number,
): Promise<OpenedToken> {
  switch (wallet) {
    case 'applePay':
      return decryptApplePay(token, keys.applePay, nowMs)
    case 'googlePay':
      return decryptGooglePay(token, keys.googlePay, nowMs)
    case 'samsungPay':
      return decryptSamsungPay(token, keys.samsungPay, nowMs)
  }
}
