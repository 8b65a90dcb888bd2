import { brandLabels } from './brand-labels.ts'
import { cardBrands } from './brands.ts'
import { editDistance } from './edit-distance.ts'
import { furtherBrands, type PaymentBrand } from './payment-brand-table.ts'

export type { PaymentBrand } from './payment-brand-table.ts'

/** Debit cards among the brands with known ranges. Bancontact alone asks the shopper elsewhere. */
const DEBIT_CARDS = 'BCMC DANKORT MADA MAESTRO MASTERDEBIT VISADEBIT VISAELECTRON VPAY'.split(' ')

/** Cards and gift cards of single merchants: every name of this shape is a brand. */
const OF_ONE_MERCHANT = /^[A-Z0-9]+(?:_[A-Z0-9]+)*_(GIFT_CARD|PLCC)$/

const allBrands: readonly PaymentBrand[] = [
  ...cardBrands.map(({ name }) => knownCard(name, brandLabels[name] ?? name)),
  ...furtherBrands.flatMap(({ brands, ...common }) =>
    Object.entries(brands).map(([name, label]) => ({ name, label, ...common })),
  ),
]

const byName: ReadonlyMap<string, PaymentBrand> = new Map(
  allBrands.map((brand) => [brand.name, brand]),
)

/** Names of all brands but those of single merchants (`…_GIFT_CARD`, `…_PLCC`), cards first. */
export const brandNames: readonly string[] = allBrands.map(({ name }) => name)

/** The brand of a wire name; `undefined` for names that are none. */
export function paymentBrand(name: string): PaymentBrand | undefined {
  return byName.get(name) ?? brandOfOneMerchant(name)
}

/** Names of the brands with one of these methods, without those of single merchants. */
export function brandsOfMethods(codes: readonly string[]): readonly string[] {
  return allBrands.filter(({ method }) => codes.includes(method)).map(({ name }) => name)
}

/** What people write for a brand that differs from its name and its label. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cb: 'CARTEBANCAIRE',
  cup: 'UNIONPAY',
  mc: 'MASTER',
  p24: 'PRZELEWY',
  sepa: 'DIRECTDEBIT_SEPA',
  wechat: 'WECHAT_PAY',
}

/** The brand for each spelling, without case and punctuation; names before labels. */
const meanings: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_NAMES),
  ...allBrands.map(({ name, label }) => [squash(label), name] as const),
  ...brandNames.map((name) => [squash(name), name] as const),
])

const MAX_NEAR_BRANDS = 3
/** Longer texts are not near to any name. */
const MAX_COMPARED = 40
/** Shorter texts begin too many names. */
const MIN_BEGINNING = 3

/**
 * Brands that were probably meant by an unknown name, best first, at most three: the brand with
 * that label, else those with a similar name and those whose name begins with it.
 */
export function nearBrands(sent: string): readonly string[] {
  const wanted = squash(sent)
  if (wanted === '' || sent.length > MAX_COMPARED) return []
  const meant = meanings.get(wanted)
  if (meant !== undefined) return [meant]
  const found = [...meanings].map(([written, name]) => ({
    name,
    distance: distanceTo(written, wanted),
  }))
  const near = found.filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
  near.sort((a, b) => a.distance - b.distance)
  return [...new Set(near.map(({ name }) => name))].slice(0, MAX_NEAR_BRANDS)
}

/** Edits, or, where one begins with the other, how much is missing; infinite when they are not near. */
function distanceTo(written: string, wanted: string): number {
  const limit = wanted.length < 6 ? 2 : 3
  const edits = editDistance(wanted, written, limit)
  if (edits < limit) return edits
  const [short, long] = written.length < wanted.length ? [written, wanted] : [wanted, written]
  if (short.length < MIN_BEGINNING || !long.startsWith(short)) return Number.POSITIVE_INFINITY
  return limit + long.length - short.length
}

function knownCard(name: string, label: string): PaymentBrand {
  const method = DEBIT_CARDS.includes(name) ? 'DC' : 'CC'
  return { name, label, kind: 'card', flow: name === 'BCMC' ? 'redirect' : 'synchronous', method }
}

function brandOfOneMerchant(name: string): PaymentBrand | undefined {
  const kind = OF_ONE_MERCHANT.exec(name)?.[1]
  if (kind === undefined) return undefined
  const label = name.replaceAll('_', ' ')
  return kind === 'PLCC'
    ? { name, label, kind: 'card', flow: 'synchronous', method: 'CC' }
    : { name, label, kind: 'giftCard', flow: 'synchronous', method: 'UA' }
}

function squash(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

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
interface Capability {
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
