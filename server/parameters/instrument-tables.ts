import { bankAccount } from './bank-account.ts'
import { card } from './card.ts'
import { giftCard } from './gift-card.ts'
import { mobileWallets, namedWallets } from './mobile-wallets.ts'
import { pointOfSale } from './point-of-sale.ts'
import { tokenAccount } from './token-account.ts'
import { virtualAccount } from './virtual-account.ts'

/** Tables of everything that a merchant's server may pay with, but for what is stored. */
export const instrumentTables = [
  card,
  mobileWallets,
  namedWallets,
  virtualAccount,
  bankAccount,
  tokenAccount,
  giftCard,
  pointOfSale,
] as const

/** How names begin that say what is paid with, where that is not a card given as such. */
export const otherInstruments = [
  'registrationId',
  ...instrumentTables.flatMap(({ paysWith }) => paysWith.inPlaceOfCard),
] as const

/** One at the most names what is paid with. */
export const instrumentNames = [
  'registrationId',
  ...instrumentTables.flatMap(({ paysWith }) => paysWith.accounts),
] as const

/** What proves the shopper as a security code does: it comes out of a wallet, a chip or a network. */
export const walletOrTokenProof = instrumentTables.flatMap(({ paysWith }) => paysWith.proofs)

/** What can be stored as well as paid with. */
export const storable = instrumentTables.filter(({ paysWith }) => paysWith.isStorable)
