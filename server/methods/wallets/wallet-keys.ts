import type { KeyObject, X509Certificate } from 'node:crypto'

/** What tokens of googlePay are verified and decrypted with. */
export interface GooglePayKeys {
  /** Keys that sign intermediate keys, each until its end in milliseconds. */
  readonly rootKeys: readonly { readonly publicKey: KeyObject; readonly expiresAtMs: number }[]
  /** Whom tokens are made for: `gateway:` with the gateway's name, or `merchant:` with an id. */
  readonly recipientId: string
  readonly privateKey: KeyObject
}

/** What tokens of applePay are verified and decrypted with. */
export interface ApplePayKeys {
  readonly rootCertificate: X509Certificate
  readonly merchantId: string
  readonly privateKey: KeyObject
}

/** What tokens of samsungPay are verified and decrypted with. */
export interface SamsungPayKeys {
  /** Signs what is inside. */
  readonly providerKey: KeyObject
  /** Names `privateKey` in headers (`kid`). */
  readonly keyId: string
  readonly privateKey: KeyObject
}

/** All keys are on the curve P-256. */
export interface WalletKeys {
  readonly googlePay: GooglePayKeys
  readonly applePay: ApplePayKeys
  readonly samsungPay: SamsungPayKeys
}
