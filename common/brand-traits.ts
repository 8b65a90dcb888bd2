/** The form of a brand's card numbers, and how they are written: all but the ranges of the numbers. */
export interface BrandTraits {
  /** Name on the wire (`paymentBrand`). */
  readonly name: string
  /** How many digits a whole number may have, ascending. */
  readonly lengths: readonly number[]
  /** After how many digits a blank is written. */
  readonly gaps: readonly number[]
  /** How many digits the security code may have. 0: there are cards of the brand without one. */
  readonly codeLengths: readonly number[]
  /** Whether the last digit checks the others (ISO/IEC 7812-1 annex B). */
  readonly luhn: boolean
  /** Brands that one card may have: the shopper may choose among the accepted ones. */
  readonly coBadges: readonly string[]
  /**
   * Brands that contain this one and cannot be distinguished by the number. If they are not
   * accepted, or this one is named, their numbers count as this brand's.
   */
  readonly partOf: readonly string[]
}

/** Where blanks go in most card numbers. */
export const FOURS = [4, 8, 12, 16]
const SCHEMES = ['VISA', 'MASTER']

/** The brands of cards in the order in which equal matches are listed. */
export const brandTraits: readonly BrandTraits[] = [
  brand('VISA', { lengths: [13, 16, 19] }),
  brand('MASTER'),
  brand('AMEX', { lengths: [15], gaps: [4, 10], codeLengths: [4] }),
  brand('MAESTRO', { lengths: upTo19(12) }),
  brand('DINERS', { lengths: [14, 16, 19], gaps: [4, 10] }),
  // Numbers of UnionPay without a check digit exist: issuers were free to leave it out.
  brand('UNIONPAY', { lengths: upTo19(16), luhn: false, coBadges: ['DISCOVER'] }),
  brand('DISCOVER', { lengths: [16, 19] }),
  brand('JCB', { lengths: upTo19(16) }),
  brand('CARTEBANCAIRE', { coBadges: SCHEMES, partOf: SCHEMES }),
  // The test card of mada in common use (5360 2300 0000 0040) has a wrong check digit.
  brand('MADA', { luhn: false, coBadges: [...SCHEMES, 'MAESTRO'] }),
  brand('DANKORT', { coBadges: ['VISA'] }),
  brand('BCMC', { lengths: upTo19(16), codeLengths: [0, 3], coBadges: ['MAESTRO', 'VISA'] }),
  brand('ELO'),
  brand('HIPERCARD', { lengths: [16, 19] }),
  brand('NARANJA', { coBadges: SCHEMES }),
  brand('CABAL'),
  brand('MIR', { lengths: upTo19(16) }),
  brand('VISAELECTRON', { partOf: ['VISA'] }),
  brand('VISADEBIT', { lengths: [13, 16, 19], partOf: ['VISA'] }),
  brand('VPAY', { lengths: upTo19(12), partOf: ['VISA', 'MAESTRO'] }),
  brand('MASTERDEBIT', { partOf: ['MASTER'] }),
  brand('CARTEBLEUE', { partOf: ['CARTEBANCAIRE', 'VISA'] }),
]

const byName = new Map(brandTraits.map((traits) => [traits.name, traits]))

/** The traits of a wire name; undefined for names that are no card brand of the table. */
export function traitsOf(name: string): BrandTraits | undefined {
  return byName.get(name)
}

/**
 * The brands to choose from, of those that the prefix of a number fits; best first. A brand is left out
 * where a part of it is there; where none is taken, the taken parts of one count.
 *
 * @param found what `BrandBook.find` gives
 * @param accepted names to choose from (unknown ones never match); all brands if absent
 */
export function narrowBrands(
  found: readonly string[],
  accepted: readonly string[] | undefined,
): string[] {
  const taken = found.filter((name) => accepted?.includes(name) ?? true)
  const isPart = (part: string, whole: string) => traitsOf(part)?.partOf.includes(whole) ?? false
  const isHidden = (name: string) =>
    taken.some((part) => isPart(part, name) && !traitsOf(part)?.coBadges.includes(name))
  return taken.length > 0
    ? taken.filter((name) => !isHidden(name))
    : (accepted?.filter((name) => found.some((whole) => isPart(name, whole))) ?? [])
}

function brand(name: string, traits: Partial<BrandTraits> = {}): BrandTraits {
  return {
    name,
    lengths: [16],
    gaps: FOURS,
    codeLengths: [3],
    luhn: true,
    coBadges: [],
    partOf: [],
    ...traits,
  }
}

function upTo19(shortest: number): readonly number[] {
  return [...Array(20 - shortest).keys()].map((more) => shortest + more)
}
