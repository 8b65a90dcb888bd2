/** What the rest of the gateway uses of wallets. */

export type { ApplePayKeys } from './apple-pay.ts'
export {
  bytesOfSignedParts,
  CIPHER,
  hashOfKey,
  INTERMEDIATE_MARKER,
  IV,
  LEAF_MARKER,
  type SignedParts,
  TAG_BYTES,
  TRANSACTION_ID_BYTES,
  tokenKey,
  VERSION,
} from './apple-pay-format.ts'
export { MAX_CARD_NUMBER } from './card-of-token.ts'
export type { WalletKeys } from './decryption.ts'
export type { GooglePayKeys } from './google-pay.ts'
export {
  bytesOfSignedKey,
  bytesOfSignedMessage,
  COUNTER_START,
  messageKeys,
  PROTOCOL_VERSION,
} from './google-pay-format.ts'
export { readGoogleRootKeys } from './google-root-keys.ts'
export {
  type AskMerchantSession,
  createMerchantSessions,
  type MerchantIdentity,
} from './merchant-session.ts'
export { assertKeyOfP256, CURVE, coordinatesOf, pointOf, sharedSecret, spkiOf } from './p256.ts'
export { ENCRYPTION, KEY_AGREEMENT, SIGNATURE } from './samsung-pay-format.ts'
export { createWallets, type LiveWalletKeys } from './wallets.ts'
