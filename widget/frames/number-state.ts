import { type BrandBook, PREFIX } from '../../common/brand-book.ts'
import { cardNumberFault } from '../../common/card-number.ts'
import type { NumberState } from '../../common/widget-wire.ts'

/**
 * What the page is told of the digits in the number field. PCI DSS 3.4.1 lets the first six be
 * shown; the page learns no others.
 */
export function numberState(
  digits: string,
  accepted: readonly string[] | undefined,
  book: BrandBook,
): NumberState {
  return {
    length: digits.length,
    empty: digits === '',
    valid: cardNumberFault(digits, accepted, book) === null,
    brands: book.detect(digits, accepted),
    ...(digits.length >= PREFIX && { bin: digits.slice(0, PREFIX) }),
  }
}
