import type { Clock } from './clock.ts'

/**
 * How often a decision is taken again when somebody else has changed what it was taken on: 2.5 s of
 * pauses on average. Of 200 captures of one hold by four processes some were given up after 20 tries.
 * A client is then told to come again; an outcome that cannot be written is answered as pending, until
 * recovery asks the acquirer for it.
 */
const MAX_TRIES = 100

/** Pauses between two tries, in milliseconds: the first one at most, and all later ones. */
const FIRST_PAUSE_MS = 1
const MAX_PAUSE_MS = 50

/**
 * Decides, and decides again for as long as `decide` answers `undefined`, which says that somebody
 * else was faster; `undefined`: so often that it was given up. Random pauses that grow keep processes
 * that write the same row from meeting again and again.
 */
export async function decideAgain<Result>(
  clock: Pick<Clock, 'pause'>,
  decide: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await decide()
    if (result !== undefined || attempt >= MAX_TRIES) return result
    await clock.pause?.(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS))
  }
}
