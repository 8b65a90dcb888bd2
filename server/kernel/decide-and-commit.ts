import { type ChangePart, commitParts, type PartConflict } from '../store/commit-parts.ts'
import type { Store } from '../store/port.ts'
import type { Clock } from './timers/clock.ts'

/**
 * How often a decision is repeated after another commit has changed the rows that it was based on:
 * 2.5 s of pauses on average. With 20 tries, some of 200 captures of one hold by four processes
 * failed. After the last try the client is asked to try again later; an outcome that cannot be
 * written is answered as pending, until recovery asks the acquirer for it.
 */
const MAX_TRIES = 100

/** Pauses between two tries, in milliseconds: the first one at most, and all later ones. */
const FIRST_PAUSE_MS = 1
const MAX_PAUSE_MS = 50

/**
 * The decision: its result, which is true once `parts` are in the store; without `parts` nothing is
 * written.
 */
export interface Decision<Result> {
  readonly result: Result
  readonly parts?: readonly ChangePart[]
}

export interface Deciding<Loaded, Result> {
  /** Reads what is decided on; again after a conflict, which it is given. */
  readonly load: (conflict: PartConflict | undefined) => Promise<Loaded>
  /** Decides on what was read, without I/O. */
  readonly decide: (loaded: Loaded) => Decision<Result>
  /** The result of a conflict that ends the work; `undefined`, as without it: decide again. */
  readonly onConflict?: (conflict: PartConflict) => Result | undefined
}

/**
 * Loads, decides and commits; does so again after each conflict with another commit. `undefined`: given
 * up after too many conflicts. Random pauses that grow keep processes that write the same row from
 * conflicting again and again. Rejects as `commitParts`.
 */
export async function decideAndCommit<Loaded, Result>(
  { store, clock }: { readonly store: Pick<Store, 'commit'>; readonly clock: Pick<Clock, 'pause'> },
  { load, decide, onConflict }: Deciding<Loaded, Result>,
): Promise<Result | undefined> {
  let conflict: PartConflict | undefined
  for (let attempt = 1; ; attempt += 1) {
    const { result, parts } = decide(await load(conflict))
    if (parts === undefined) return result
    const committed = await commitParts(store, parts)
    if (committed.applied) return result
    conflict = committed
    const ended = onConflict?.(conflict)
    if (ended !== undefined || attempt >= MAX_TRIES) return ended
    await clock.pause?.(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS))
  }
}
