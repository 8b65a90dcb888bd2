import { FOURS } from './brand-traits.ts'
import { type CardBrand, cardBrand, cardBrands, detectBrands } from './brands.ts'
import type { CardNumberLayout } from './card-number.ts'

/** ISO/IEC 7812-1 annex B: whether the last digit checks the ones before it. Digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let position = 0; position < digits.length; position++) {
    const digit = digits.charCodeAt(digits.length - 1 - position) - 48
    const doubled = position % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** Why a whole number cannot be paid as a brand: by its check digit, or by its range or length. */
type CardNumberFault = 'check digit' | 'other brand'

/** Of a brand that is not known: ISO/IEC 7812-1 allows 19 digits, no network goes below 12. */
const LONGEST = 19
const SHORTEST = 12

/**
 * How a card number is written, by the brands that it may be paid as. Without `grouped` it has no
 * blanks.
 */
export function cardNumberLayout(
  digits: string,
  accepted: readonly string[] | undefined,
  grouped: boolean,
): CardNumberLayout {
  const [best = ''] = detectBrands(digits, accepted)
  const lengths = fittingBrands(digits, accepted).flatMap((brand) => brand.lengths)
  return {
    gaps: grouped ? (cardBrand(best)?.gaps ?? FOURS) : [],
    maxLength: lengths.length === 0 ? LONGEST : Math.max(...lengths),
  }
}

/** Every brand that the digits fit, also where another one is offered before it. */
function fittingBrands(digits: string, accepted: readonly string[] | undefined): CardBrand[] {
  return cardBrands.filter(
    ({ name }) => (accepted?.includes(name) ?? true) && detectBrands(digits, [name]).length > 0,
  )
}

/**
 * Why a whole number cannot be paid as a brand, or null. A brand without published ranges takes any
 * number with a correct check digit. A brand that is a part of another has the lengths that
 * both of them have.
 *
 * @param listed all brands of the card, where a list of issuers' ranges has it; else its range decides
 */
export function cardNumberFault(
  digits: string,
  name: string,
  listed?: readonly string[],
): CardNumberFault | null {
  const brand = cardBrand(name)
  if ((brand?.luhn ?? true) && !passesLuhn(digits)) return 'check digit'
  const isLong = (lengths: readonly number[]) => lengths.includes(digits.length)
  const fits =
    brand === undefined
      ? digits.length >= SHORTEST && digits.length <= LONGEST
      : isLong(brand.lengths) &&
        (listed === undefined
          ? detectBrands(digits, [name]).length > 0
          : isListed(brand, listed)) &&
        (listed ?? detectBrands(digits)).some((certain) =>
          isLong(cardBrand(certain)?.lengths ?? []),
        )
  return fits ? null : 'other brand'
}

/**
 * Whether digits are a whole card number, of whichever brand: a beginning is none, but for one that passes
 * length and check digit by chance. Of a number in no published range the check digit decides.
 */
export function isWholeCardNumber(digits: string): boolean {
  const brands = detectBrands(digits)
  return (brands.length > 0 ? brands : ['']).some((name) => cardNumberFault(digits, name) === null)
}

/** Most cards have so many digits, and those of Diners Club 14. */
const USUAL = 16

/**
 * Whether a whole number may just as well be the beginning of a longer one that is being typed: one of ten
 * beginnings passes the check digit. Cards of 12 to 15 digits of a brand that has longer ones are rare.
 */
export function mayBeBeginning(digits: string): boolean {
  const { maxLength } = cardNumberLayout(digits, undefined, false)
  const isDiners = digits.length === 14 && detectBrands(digits)[0] === 'DINERS'
  return digits.length < Math.min(USUAL, maxLength) && !isDiners
}

/** Also as a part of a listed brand that no list tells from it, such as Visa Debit. */
function isListed({ name, partOf, coBadges }: CardBrand, listed: readonly string[]): boolean {
  return listed.some(
    (other) => other === name || (partOf.includes(other) && !coBadges.includes(other)),
  )
}
