import {
  cardBrands,
  cardNumberFault,
  detectBrands,
  findBrands,
  mayBeBeginning,
} from '../../common/brands.ts'
import type { BinAnswer, NumberState } from '../../common/widget-wire.ts'

/** PCI DSS 3.4.1 lets the first six digits be shown. */
const BIN = 6

/** From here on brands are told: of one digit they nearly name it, and a page may type through many fields. */
const BRANDS_FROM = 3

/** From here on all brands that the first six digits fit are told: the next digits change nothing. */
const FITTING_FROM = 8

/** What the number field keeps, and all that it reports of it. */
export interface TypedNumber {
  readonly digits: string
  /** @param keepsRest whether digits that were there before may now stand behind what was edited */
  take(digits: string, keepsRest: boolean): void
  /** The field has lost the focus. */
  leave(): void
  state(): NumberState
}

/**
 * The digits of the number field, and what the page learns of them. Only the shopper's edits change
 * it, nothing that a page sends.
 *
 * The first six are those of a whole number only: a page that empties the field, or puts another one in its
 * place, in the middle of the typing would read six digits of the middle as well. Deleting a number from its
 * front moves one hidden digit after the other among the first six. Where the field loses the focus before the
 * number is whole, the page may have got the next keys itself, and what comes after them are other digits of
 * the number. So the first six are not reported any more after either, until the field is empty.
 *
 * @param allowed brands that the channel takes; all of the table if absent
 * @param find what issuers say of a number, as far as it is known
 */
export function typedNumber(
  allowed: readonly string[] = allNames,
  find: (digits: string) => BinAnswer = () => ({}),
): TypedNumber {
  let digits = ''
  let hasMoved = false
  let wasLeft = false
  const completeAs = (listed?: readonly string[]) =>
    allowed.filter((name) => cardNumberFault(digits, name, listed) === null)
  const isWhole = (complete: readonly string[]) => complete.length > 0 && !mayBeBeginning(digits)
  return {
    get digits() {
      return digits
    },
    take(next, keepsRest) {
      if (keepsRest && digits.length > BIN && binOf(next) !== binOf(digits)) hasMoved = true
      if (next === '') hasMoved = wasLeft = false
      digits = next
    },
    leave() {
      if (digits !== '' && !isWhole(completeAs(find(digits).brands))) wasLeft = true
    },
    state() {
      const { brands: listed, cardClass } = find(digits)
      const complete = completeAs(listed)
      const bin = binOf(digits)
      return {
        length: digits.length,
        empty: digits === '',
        brands: listed ?? detectBrands(digits.length < BRANDS_FROM ? '' : digits, allowed),
        complete,
        ...(digits.length >= FITTING_FROM && !hasMoved && { fitting: findBrands(bin) }),
        ...(isWhole(complete) && !hasMoved && !wasLeft && { bin }),
        ...(listed && { isListed: true, cardClass }),
      }
    },
  }
}

const allNames = cardBrands.map(({ name }) => name)

function binOf(digits: string): string {
  return digits.slice(0, BIN)
}
