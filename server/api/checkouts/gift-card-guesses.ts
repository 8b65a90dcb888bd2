import type { CheckoutRow, Store } from '../../engine/store/port.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'

/** How many gift cards may be tried in one checkout, right or wrong: a PIN is short. */
export const MAX_GUESSES_OF_CHECKOUT = 10
/** How often one number may be tried within an hour, in all checkouts together. */
export const MAX_GUESSES_OF_NUMBER = 10

const HOUR_MS = 60 * 60 * 1000

interface Guess {
  readonly checkout: Pick<CheckoutRow, 'id' | 'expiresAtMs'>
  /** Stands for the number of the card, issued or not. */
  readonly numberHash: string
  /** By the checkout's clock. */
  readonly nowMs: number
}

/**
 * Counts a try before the card is looked at, so that requests at the same time cannot guess more often. Why
 * no further one is taken; the same for numbers that were never issued.
 */
export async function countGuess(
  { checkout, numberHash, nowMs }: Guess,
  { commit }: Pick<Store, 'commit'>,
): Promise<Refusal | undefined> {
  const hour = nowMs - (nowMs % HOUR_MS)
  const endOfHourMs = hour + HOUR_MS
  const counted = await commit([
    {
      kind: 'takeQuota',
      row: {
        key: `gift cards ${checkout.id}`,
        used: 1,
        most: MAX_GUESSES_OF_CHECKOUT,
        expiresAtMs: checkout.expiresAtMs,
      },
    },
    {
      kind: 'takeQuota',
      row: {
        key: `gift card ${numberHash} ${hour}`,
        used: 1,
        most: MAX_GUESSES_OF_NUMBER,
        expiresAtMs: endOfHourMs,
      },
    },
  ])
  if (counted.applied) return undefined
  return counted.at === 0
    ? tooMany(
        `${MAX_GUESSES_OF_CHECKOUT} gift cards were tried in this checkout`,
        checkout.expiresAtMs - nowMs,
      )
    : tooMany(
        `This gift card was tried ${MAX_GUESSES_OF_NUMBER} times within an hour`,
        endOfHourMs - nowMs,
      )
}

function tooMany(what: string, waitMs: number): Refusal {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  return refuse('800.120.100', {
    status: 429,
    description: `${what}: try another way to pay`,
    retryAfterSeconds,
  })
}
