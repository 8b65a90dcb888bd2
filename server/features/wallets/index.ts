/** What the rest of the gateway uses of wallets. */

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
export {
  bytesOfSignedKey,
  bytesOfSignedMessage,
  COUNTER_START,
  messageKeys,
  PROTOCOL_VERSION,
} from './google-pay-format.ts'
export { CURVE, coordinatesOf, pointOf, sharedSecret, spkiOf } from './p256.ts'
export { ENCRYPTION, KEY_AGREEMENT, SIGNATURE } from './samsung-pay-format.ts'
