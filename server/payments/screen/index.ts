/** What the rest of the gateway uses of what features take part in payments by. */

export type { DraftedCharge } from './drafted-charge.ts'
export { createGuessRefusal, type RefuseGuess } from './number-guesses.ts'
export { refusedAlone } from './one-person.ts'
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
