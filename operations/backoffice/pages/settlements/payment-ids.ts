/** The id of a payment, or a short id as a person reads it from a slip. */
const NAME = /^(?:[0-9a-f]{32}|[0-9]{4}\.?[0-9]{4}\.?[0-9]{4})$/

/**
 * What names payments in a text, ids and short ids, with spaces or commas between them; `undefined`: something
 * does not.
 */
export function paymentNamesIn(text: string): readonly string[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return words.every((word) => NAME.test(word)) ? [...new Set(words)] : undefined
}
