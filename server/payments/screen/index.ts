/** What the rest of the gateway uses of what features take part in payments by. */

export type { DraftedCharge } from './drafted-charge.ts'
export type {
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
  SeriesOfRun,
} from './payment-extension.ts'
export {
  isTokenUsed,
  singleUseTokenExtension,
  TOKEN_USED,
  tokenPart,
} from './payment-extension.ts'
