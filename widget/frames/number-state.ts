import { cardBrands, detectBrands, findBrands } from '../../common/brands.ts'
import { cardNumberFault } from '../../common/card-number-rules.ts'
import type { BinAnswer, NumberState } from '../../common/widget-wire.ts'

/** PCI DSS 3.4.1 lets the first six digits be shown. */
const BIN = 6

/** With fewer digits the first six would be all or nearly all of what was typed. */
export const TOLD_FROM = 8

/** What the number field keeps, and all that it reports of it. */
export interface TypedNumber {
  readonly digits: string
  /** @param keepsRest whether digits that were there before may now stand behind what was edited */
  take(digits: string, keepsRest: boolean): void
  state(): NumberState
}

/**
 * The digits of the number field, and what the page learns of them. Only the shopper's edits change
 * it, nothing that a page sends.
 *
 * Deleting a number from its front moves one hidden digit after the other among the first six. So
 * the first six are not reported any more after such an edit, until the field is empty.
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
  return {
    get digits() {
      return digits
    },
    take(next, keepsRest) {
      if (keepsRest && digits.length > BIN && binOf(next) !== binOf(digits)) hasMoved = true
      if (next === '') hasMoved = false
      digits = next
    },
    state() {
      const { brands: listed, cardClass } = find(digits)
      return {
        length: digits.length,
        empty: digits === '',
        brands: listed ?? detectBrands(digits, allowed),
        complete: allowed.filter((name) => cardNumberFault(digits, name, listed) === null),
        ...(digits.length >= TOLD_FROM && !hasMoved && told(binOf(digits))),
        ...(listed && { isListed: true, cardClass }),
      }
    },
  }
}

const allNames = cardBrands.map(({ name }) => name)

function told(bin: string): Pick<NumberState, 'bin' | 'fitting'> {
  return { bin, fitting: findBrands(bin) }
}

function binOf(digits: string): string {
  return digits.slice(0, BIN)
}
