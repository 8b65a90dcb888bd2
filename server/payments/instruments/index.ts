/** What the rest of the gateway uses of what is paid with. */

export { type BinList, readBinList } from './bin-list.ts'
export { codeFault, expiryErrors } from './card.ts'
export type { CardholderAgreement, Prefill, ReadInstrument } from './instrument.ts'
export type {
  CardInstrument,
  GiftCardFault,
  GiftCardIssuer,
  Instrument,
  TerminalInstrument,
} from './instrument-kinds.ts'
export { expiryOf, namedBrand } from './instrument-parts.ts'
export {
  createInstrumentReader,
  type InstrumentReader,
  type InstrumentSources,
  instrumentErrors,
  instrumentFacts,
  isOfKept,
  keptKind,
  keptKinds,
  restoredInstrument,
  sentInstrument,
  shownToShopper,
  waysToPay,
} from './instruments.ts'
export { withMandate } from './sepa.ts'
export { createRealNumberWarning, testBinList } from './test-numbers.ts'
export {
  type AskMerchantSession,
  type DecryptedWallet,
  type MerchantSession,
  noWalletKeys,
  type SessionOrder,
  type SingleUseToken,
  type Wallets,
} from './wallet-token.ts'
