/** Ids of payments out of a text, with spaces or commas between them; `undefined`: something is none. */
export function paymentIdsIn(text: string): readonly string[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return words.every((word) => /^[0-9a-f]{32}$/.test(word)) ? [...new Set(words)] : undefined
}
