/**
 * Writes amounts of the wire as people of a language do, with the currency. Intl thinks that some
 * currencies have no cents: what is to be paid must not be rounded away, so an amount with cents shows
 * two decimals or more.
 *
 * @param tag BCP 47
 */
export function amountFormat(tag: string, currency: string, hasCents: boolean): Intl.NumberFormat {
  const plain = new Intl.NumberFormat(tag, { style: 'currency', currency })
  const { minimumFractionDigits = 0 } = plain.resolvedOptions()
  return hasCents && minimumFractionDigits < 2
    ? new Intl.NumberFormat(tag, { style: 'currency', currency, minimumFractionDigits: 2 })
    : plain
}

/** Whether an amount of the wire, which has two decimals, is not of whole units. */
export function hasCents(amount: string): boolean {
  return !amount.endsWith('.00')
}
