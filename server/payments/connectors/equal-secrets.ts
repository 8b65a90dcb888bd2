import { timingSafeEqual } from 'node:crypto'

/** Whether a given text is the secret one that was expected; takes the same time wherever they differ. */
export function areEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
