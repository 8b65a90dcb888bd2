import { HOUR_MS } from '../../../common/durations.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { Change, CheckoutRow, Store } from '../../store/port.ts'

/** How many gift cards may be tried in one checkout, right or wrong: a PIN is short. */
export const MAX_GUESSES_OF_CHECKOUT = 10
/** How often one number may be tried within an hour, in all checkouts together. */
export const MAX_GUESSES_OF_NUMBER = 10

interface Guess {
  /** Stands for the number of the card, issued or not. */
  readonly numberHash: string
  /** By the checkout's clock. */
  readonly nowMs: number
}

interface AppliedGuess extends Guess {
  readonly checkout: Pick<CheckoutRow, 'id' | 'expiresAtMs'>
}

/**
 * Counts a try to apply a card before the card is looked at, so that requests at the same time cannot guess
 * more often. Why no further one is taken; the same for numbers that were never issued.
 */
export async function countGuess(
  { checkout, ...guess }: AppliedGuess,
  { commit }: Pick<Store, 'commit'>,
): Promise<Refusal | undefined> {
  const row = {
    key: `gift cards ${checkout.id}`,
    used: 1,
    most: MAX_GUESSES_OF_CHECKOUT,
    expiresAtMs: checkout.expiresAtMs,
  }
  const counted = await commit([{ kind: 'takeQuota', row }, takenOfNumber(guess)])
  if (counted.applied) return undefined
  return counted.at === 0
    ? tooMany(
        `${MAX_GUESSES_OF_CHECKOUT} gift cards were tried in this checkout`,
        checkout.expiresAtMs - guess.nowMs,
      )
    : tooManyOfNumber(guess)
}

/**
 * Counts a try to pay with a card. Those of one checkout are limited with its payments (`attempts.ts`); the
 * tries of a number count together with those to apply it, or its PIN could be guessed by paying.
 */
export async function countPayingGuess(
  guess: Guess,
  { commit }: Pick<Store, 'commit'>,
): Promise<Refusal | undefined> {
  return (await commit([takenOfNumber(guess)])).applied ? undefined : tooManyOfNumber(guess)
}

function takenOfNumber({ numberHash, nowMs }: Guess): Change {
  const hour = nowMs - (nowMs % HOUR_MS)
  return {
    kind: 'takeQuota',
    row: {
      key: `gift card ${numberHash} ${hour}`,
      used: 1,
      most: MAX_GUESSES_OF_NUMBER,
      expiresAtMs: hour + HOUR_MS,
    },
  }
}

function tooManyOfNumber({ nowMs }: Guess): Refusal {
  return tooMany(
    `This gift card was tried ${MAX_GUESSES_OF_NUMBER} times within an hour`,
    HOUR_MS - (nowMs % HOUR_MS),
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
