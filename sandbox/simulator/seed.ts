/**
 * A number of 32 bits that follows from a text: the same payment gets the same references every
 * time. FNV-1a; no secret and no signature. Takes 0.05 µs for an id.
 */
export function seedOf(text: string): number {
  let seed = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193)
  }
  return seed >>> 0
}

/** A table: working the power out costs more than the digits. */
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/** `count` decimal digits, at most 18, that follow from a seed; another `use` gives others. */
export function digitsOf(seed: number, use: number, count: number): string {
  if (count > 9) return digitsOf(seed, use, 9) + digitsOf(seed, use + 128, count - 9)
  const limit = POWERS_OF_TEN[count] as number
  // Adding a leading one and removing it costs half of `padStart`.
  return String(limit + (mixBits(seed, use) % limit)).slice(1)
}

/** `count` hexadecimal digits in capitals, at most 8. */
export function hexOf(seed: number, use: number, count: number): string {
  return mixBits(seed, use).toString(16).padStart(8, '0').slice(0, count).toUpperCase()
}

/** The last steps of MurmurHash3: similar inputs give very different results. */
function mixBits(seed: number, use: number): number {
  let value = seed ^ Math.imul(use + 1, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
