import type { WalletName } from '../../parameters/mobile-wallets.ts'
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

/**
 * Verifies and decrypts a token of one of the wallets; `undefined`: there are no keys for its wallet. Throws
 * `UnusableToken`.
 */
export async function decryptToken(
  wallet: WalletName,
  token: string,
  keys: Partial<WalletKeys>,
  nowMs: number,
): Promise<OpenedToken | undefined> {
  const { applePay, googlePay, samsungPay } = keys
  switch (wallet) {
    case 'applePay':
      return applePay && decryptApplePay(token, applePay, nowMs)
    case 'googlePay':
      return googlePay && decryptGooglePay(token, googlePay, nowMs)
    case 'samsungPay':
      return samsungPay && decryptSamsungPay(token, samsungPay, nowMs)
  }
}
