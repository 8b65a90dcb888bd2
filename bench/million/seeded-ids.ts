/**
 * The ids of seeded payments, number 1 and up, in the form of the gateway's own (`server/kernel/ids.ts`):
 * prefix, 48 bits of milliseconds, a sequence, 28 bits that look random. The same in every run, and
 * known to the load generator without asking the database.
 */

const PREFIX = '8ac7a4'
const FIRST_AT_MS = Date.UTC(2024, 0, 1)
/** A million payments fill about a year. */
const APART_MS = 31_536
/** Odd, so that no two numbers below 2^28 share their bits. */
const SCATTER = 2_654_435_761n
const SCATTERED = 2n ** 28n

/** The payment comes first in its millisecond, its vault record second, as the gateway makes them. */
const SEQUENCE = { payment: '0000001', vaultRecord: '0000002', refund: '0000003' } as const

/** `of`: `refund` is that of the payment with the same number. */
export function seededId(number: number, of: 'payment' | 'refund'): string {
  // The product of a few million is beyond what a number holds exactly.
  const random = Number((BigInt(number) * SCATTER) % SCATTERED)
  const atMs = FIRST_AT_MS + number * APART_MS
  return PREFIX + hexOf(atMs, 12) + SEQUENCE[of] + hexOf(random, 7)
}

export function seededPaymentId(number: number): string {
  return seededId(number, 'payment')
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** SQL for an integer as so many hex digits; the engines have no function in common for it. */
export type HexSql = (integer: string, digits: number) => string

/** SQL for the time of payment number `n`, in milliseconds since 1970. */
export const SEEDED_AT_MS_SQL = `(${FIRST_AT_MS} + n * ${APART_MS})`

/** SQL for the ids of payment number `n` and what belongs to it. */
export function seededIdSql(of: keyof typeof SEQUENCE, hex: HexSql): string {
  const random = hex(`((n * ${SCATTER}) % ${SCATTERED})`, 7)
  return `('${PREFIX}' || ${hex(SEEDED_AT_MS_SQL, 12)} || '${SEQUENCE[of]}' || ${random})`
}
