import { HOUR_MS } from '../../../common/durations.ts'
import type { CountedTry } from '../../payments/index.ts'
import type { Change, Store } from '../../store/port.ts'

/** By what failed tries are counted, and over which time. */
export const SPANS_MS = { address: HOUR_MS, card: 24 * HOUR_MS } as const

export type CountedFor = keyof typeof SPANS_MS

/** Whose failed tries are counted, and how many may be. */
export interface LimitedTries {
  readonly by: CountedFor
  readonly merchantId: string
  /** A keyed hash: no row names an address or a card. */
  readonly subject: string
  readonly limit: number
}

/** What the store has counted of them. */
export interface TriesCount {
  /** Payments in each part of the time that counts, the oldest first, the last one that of now. */
  readonly begun: readonly number[]
  /** Those of them that were approved later. */
  readonly approved: number
}

/**
 * How many rows a time is divided into. A try counts for at least the whole time, and for half of it more at
 * most, so that no moment forgets all of them at once.
 */
const PARTS = 2

/** Counts what the store has. The approved ones are read where there are enough tries for it to matter. */
export async function countTries(
  tries: LimitedTries,
  nowMs: number,
  { read }: Pick<Store, 'read'>,
): Promise<TriesCount> {
  const keys = keysOf(tries, nowMs)
  const usedOf = async (key: string) => (await read.quota(key))?.used ?? 0
  const begun = await Promise.all(keys.map(usedOf))
  if (sum(begun) < tries.limit) return { begun, approved: 0 }
  const approved = await Promise.all(keys.map((key) => usedOf(approvedKey(key))))
  return { begun, approved: sum(approved) }
}

/** How long no further try is taken, in milliseconds; `undefined`: one is taken now. */
export function waitMs(
  { by, limit }: Pick<LimitedTries, 'by' | 'limit'>,
  { begun, approved }: TriesCount,
  nowMs: number,
): number | undefined {
  let counted = sum(begun) - approved
  if (counted < limit) return undefined
  const partMs = SPANS_MS[by] / PARTS
  const restOfPartMs = partMs - (nowMs % partMs)
  for (const [at, some] of begun.entries()) {
    counted -= some
    if (counted < limit) return restOfPartMs + at * partMs
  }
  return restOfPartMs + PARTS * partMs
}

/**
 * The row in which a payment counts until it is approved, and the change that counts it. Exact for concurrent
 * requests and processes: the store refuses what is above the limit, as `counted` knows it.
 */
export function countedTry(
  { by, limit, ...whose }: LimitedTries,
  { begun, approved }: TriesCount,
  nowMs: number,
): { readonly counted: CountedTry; readonly change: Change } {
  const key = keysOf({ by, ...whose }, nowMs).at(-1) ?? ''
  const partMs = SPANS_MS[by] / PARTS
  const expiresAtMs = nowMs - (nowMs % partMs) + (PARTS + 1) * partMs
  const earlier = sum(begun.slice(0, -1))
  const row = { key, used: 1, most: Math.max(limit - earlier + approved, 0), expiresAtMs }
  return { counted: { key, expiresAtMs }, change: { kind: 'takeQuota', row } }
}

/** Says of a counted payment that it was approved. */
export function approvedTry({ key, expiresAtMs }: CountedTry): Change {
  const row = { key: approvedKey(key), used: 1, most: Number.MAX_SAFE_INTEGER, expiresAtMs }
  return { kind: 'takeQuota', row }
}

/** The rows that count now, the oldest first. */
function keysOf(
  { by, merchantId, subject }: Omit<LimitedTries, 'limit'>,
  nowMs: number,
): readonly string[] {
  const partMs = SPANS_MS[by] / PARTS
  const current = Math.floor(nowMs / partMs)
  return Array.from({ length: PARTS + 1 }, (_, at) => {
    const part = current - PARTS + at
    return `failed tries ${merchantId} ${by} ${subject} ${part}`
  })
}

function approvedKey(key: string): string {
  return `${key} approved`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0)
}
