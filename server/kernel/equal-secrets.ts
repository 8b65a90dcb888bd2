import { timingSafeEqual } from 'node:crypto'

/** Whether what was given is the secret that was expected; takes the same time wherever they differ. */
export function areEqual(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
