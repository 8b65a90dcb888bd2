import { paymentBrand } from './payment-brands.ts'

/** Kinds of methods that differ in what may be done with them. */
export type MethodKind =
  | 'card'
  | 'directDebit'
  | 'onlineTransfer'
  | 'slip'
  | 'virtualAccount'
  | 'giftCard'

/** What can be done with a payment method: values of `paymentType`. */
export type OperationType = 'PA' | 'DB' | 'CD' | 'CP' | 'RV' | 'RF' | 'RB'

/** What a kind of method can do, as an acquirer's contract would list it. */
export interface Capability {
  /** In the middle of a sentence, for many. */
  readonly name: string
  /** Payments that begin something. */
  readonly first: readonly OperationType[]
  /** The same for channels of the `legacy` profile, whose plugins hold by every method (decisions §1). */
  readonly firstOfLegacy?: readonly OperationType[]
  /** Payments that refer to an earlier one; PA raises or renews its hold. */
  readonly references: readonly OperationType[]
}

/** Wallets, token accounts and terminals count as the cards behind them. */
export const capabilities: Readonly<Record<MethodKind, Capability>> = {
  card: {
    name: 'cards',
    first: ['PA', 'DB', 'CD'],
    references: ['CP', 'RV', 'RF', 'RB', 'PA'],
  },
  directDebit: {
    name: 'direct debits',
    first: ['DB', 'CD'],
    firstOfLegacy: ['PA', 'DB', 'CD'],
    references: ['RV', 'RF', 'RB'],
  },
  onlineTransfer: {
    name: 'online transfers',
    first: ['DB'],
    firstOfLegacy: ['PA', 'DB'],
    references: ['RF'],
  },
  slip: {
    name: 'payment slips',
    first: ['DB'],
    firstOfLegacy: ['PA', 'DB'],
    references: ['RF'],
  },
  virtualAccount: {
    name: 'virtual accounts',
    first: ['PA', 'DB'],
    references: ['CP', 'RV', 'RF'],
  },
  giftCard: { name: 'gift cards', first: ['PA', 'DB'], references: ['CP', 'RV', 'RF'] },
}

/** How a brand's payments are made; a name that is not known counts as a card's. */
export function methodKindOf(brand: string): MethodKind {
  const known = paymentBrand(brand)
  switch (known?.kind) {
    case 'giftCard':
    case 'virtualAccount':
      return known.flow === 'slip' ? 'slip' : known.kind
    case 'prepayment':
      return 'slip'
    case 'bankAccount':
      if (known.flow === 'slip') return 'slip'
      return known.flow === 'redirect' ? 'onlineTransfer' : 'directDebit'
    default:
      return 'card'
  }
}
