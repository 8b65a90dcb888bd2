import type { Change, CheckoutRow, Store } from '../../engine/store/port.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'
import { tooOftenTried } from './rules.ts'

/** How many payments, or storings, one checkout lets its shopper try. Nobody pays with so many cards. */
export const MAX_TRIES = 30
/** How many of them within one minute of the clock: a person who types makes fewer. */
export const MAX_TRIES_PER_MINUTE = 10

const MINUTE_MS = 60_000

/**
 * Why a checkout takes no further try now: somebody tests cards, or guesses a PIN. It is exact among
 * any number of requests and processes when `checkout` was read before: every try steps the
 * checkout's version, so that one which was decided on an older count is not written.
 */
export async function triesRefusal(
  { id, paymentId, registrationId }: CheckoutRow,
  nowMs: number,
  { read }: Pick<Store, 'read'>,
): Promise<Refusal | undefined> {
  // Nobody has tried: most checkouts are paid at once, and ask for nothing here.
  if (paymentId === null && registrationId === null) return undefined
  const [all, recent] = await Promise.all([
    read.quota(keyOfAll(id)),
    read.quota(keyOfMinute(id, nowMs)),
  ])
  if ((all?.used ?? 0) >= MAX_TRIES) return tooOftenTried(MAX_TRIES)
  if ((recent?.used ?? 0) < MAX_TRIES_PER_MINUTE) return undefined
  const retryAfterSeconds = Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1000)
  return refuse('800.120.100', {
    status: 429,
    description: `${MAX_TRIES_PER_MINUTE} payments of this checkout were tried within a minute: try again in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  })
}

/**
 * Counts a try, in the change set that steps the checkout. Only those that leave the checkout open to
 * another one need to be counted. `nowMs`: when it began, by the checkout's clock.
 */
export function countTry({ id, expiresAtMs }: CheckoutRow, nowMs: number): Change[] {
  // The checkout's version guards the limit. A limit of the quota itself would be answered as a balance
  // that is used up.
  const counted = { used: 1, most: Number.MAX_SAFE_INTEGER }
  const endOfMinuteMs = startOfMinute(nowMs) + 2 * MINUTE_MS
  return [
    { kind: 'takeQuota', row: { key: keyOfAll(id), expiresAtMs, ...counted } },
    {
      kind: 'takeQuota',
      row: { key: keyOfMinute(id, nowMs), expiresAtMs: endOfMinuteMs, ...counted },
    },
  ]
}

function startOfMinute(nowMs: number): number {
  return nowMs - (nowMs % MINUTE_MS)
}

function keyOfAll(checkoutId: string): string {
  return `tries ${checkoutId}`
}

function keyOfMinute(checkoutId: string, nowMs: number): string {
  return `tries ${checkoutId} ${startOfMinute(nowMs)}`
}
