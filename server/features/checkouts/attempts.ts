import { MINUTE_MS } from '../../../common/durations.ts'
import {
  type CardTestingSettings,
  cardTestingLimits,
} from '../../entities/card-testing-settings.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { Change, CheckoutRow, Store } from '../../store/port.ts'
import { tooOftenTried } from './rules.ts'

/**
 * How many payments or registrations a shopper may try in one checkout within one minute of the clock: more
 * than a person can type.
 */
export const MAX_TRIES_PER_MINUTE = 10

/** What limits the tries of a checkout, and the time by its clock. */
interface TriesLimit {
  readonly cardTesting: Partial<CardTestingSettings> | undefined
  readonly environment: 'test' | 'live'
  readonly nowMs: number
}

/**
 * Why a checkout accepts no further try now: protects against card testing and PIN guessing. Exact for
 * concurrent requests and processes if `checkout` was read before this call: every try increments the
 * checkout's version, so the commit of a decision on an older count fails.
 */
export async function triesRefusal(
  { id, paymentId, registrationId, version }: CheckoutRow,
  { cardTesting, environment, nowMs }: TriesLimit,
  { read }: Pick<Store, 'read'>,
): Promise<Refusal | undefined> {
  // The first try, as in most checkouts, needs no read. What was only kept is counted, too.
  if (paymentId === null && registrationId === null && version === 1) return undefined
  const [all, recent] = await Promise.all([
    read.quota(keyOfAll(id)),
    read.quota(keyOfMinute(id, nowMs)),
  ])
  const { triesPerCheckout } = cardTestingLimits(cardTesting, environment)
  if ((all?.used ?? 0) >= triesPerCheckout) return tooOftenTried(triesPerCheckout)
  if ((recent?.used ?? 0) < MAX_TRIES_PER_MINUTE) return undefined
  const retryAfterSeconds = Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1000)
  return refuse('800.120.100', {
    status: 429,
    description: `${MAX_TRIES_PER_MINUTE} payments of this checkout were tried within a minute: try again in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  })
}

/**
 * Counts a try, in the change set that updates the checkout. Only tries that leave the checkout open
 * are counted. `nowMs`: when the try began, by the checkout's clock.
 */
export function countTry({ id, expiresAtMs }: CheckoutRow, nowMs: number): Change[] {
  // No limit here: the checkout's version enforces it, and a quota conflict would be read as a balance limit.
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
