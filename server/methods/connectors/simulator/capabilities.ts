import { paymentBrand } from '../../../../common/payment-brands.ts'
import type { PaymentType } from '../../../engine/store/port.ts'
import type { OperationKind, Unsupported } from '../connector.ts'

/** Kinds of methods that differ in what may be done with them. */
export type MethodKind =
  | 'card'
  | 'directDebit'
  | 'onlineTransfer'
  | 'slip'
  | 'virtualAccount'
  | 'giftCard'

/** What a kind of method can do, as an acquirer's contract would list it. */
export interface Capability {
  /** In the middle of a sentence, for many. */
  readonly name: string
  /** Payments that begin something. */
  readonly first: readonly PaymentType[]
  /** The same for channels of the `legacy` profile, whose plugins hold by every method (decisions §1). */
  readonly firstOfLegacy?: readonly PaymentType[]
  /** Payments that refer to an earlier one; PA raises or renews its hold. */
  readonly references: readonly PaymentType[]
}

/** What is possible with a hold, in every profile: its channel may have changed its profile since. */
const REFERENCES_TO_HOLD: readonly PaymentType[] = ['CP', 'RV']

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

/** Which code refuses a reference that the method cannot do; the others: 900.100.202. */
const referenceCodes: Partial<Record<PaymentType, string>> = {
  CP: '700.400.101',
  RV: '700.300.800',
}

const typeNames: Readonly<Record<PaymentType, string>> = {
  PA: 'preauthorisations (PA)',
  DB: 'debits (DB)',
  CD: 'credits (CD)',
  CP: 'captures (CP)',
  RV: 'reversals (RV)',
  RF: 'refunds (RF)',
  RB: 'rebills (RB)',
  RI: 'risk checks (RI)',
  '3D': 'authentications (3D)',
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

/** Why such an operation is not possible with this brand at all, or nothing. */
export function unsupportedOperation(operation: OperationKind): Unsupported | undefined {
  const isPossible = possibleTypes(operation).includes(operation.paymentType)
  return isPossible ? undefined : refusalOf(operation)
}

function possibleTypes(operation: OperationKind): readonly PaymentType[] {
  const { paymentBrand, isReference, isLegacy, targetType } = operation
  const { first, firstOfLegacy = first, references } = capabilities[methodKindOf(paymentBrand)]
  if (!isReference) return isLegacy === true ? firstOfLegacy : first
  return targetType === 'PA' ? [...new Set([...REFERENCES_TO_HOLD, ...references])] : references
}

/** The description of an operation that is not possible. */
export function refusalOf(operation: OperationKind): Unsupported {
  const { paymentType, paymentBrand, isReference } = operation
  const possible = possibleTypes(operation).filter((type) => type !== paymentType)
  const asked =
    isReference && paymentType === 'PA' ? 'raised or renewed holds' : typeNames[paymentType]
  const instead = possible
    .filter((type) => !(isReference && type === 'PA'))
    .map((type) => typeNames[type])
  const { name } = capabilities[methodKindOf(paymentBrand)]
  const note = isTakenInLegacy(operation) ? '. The legacy profile accepts it' : ''
  return {
    code: isReference ? (referenceCodes[paymentType] ?? '900.100.202') : '600.200.310',
    description: `${paymentBrand} takes no ${asked}: with ${name} use ${listed(instead)}${note}`,
  }
}

function isTakenInLegacy({ paymentType, paymentBrand, isReference }: OperationKind): boolean {
  const { firstOfLegacy = [] } = capabilities[methodKindOf(paymentBrand)]
  return !isReference && firstOfLegacy.includes(paymentType)
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}
