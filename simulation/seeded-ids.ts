import {
  newCheckoutId as checkoutId,
  type RandomHex,
  objectIdSource as sourceOf,
} from '../server/kernel/ids.ts'

/**
 * Stands in for `server/kernel/ids.ts` in the bundle of the simulation (see `scripts/sim/bundle.mjs`): the
 * same ids, but their random digits come from the seed, so that whatever is sorted by id is sorted
 * alike each time.
 */
export {
  firstIdAt,
  firstObjectIdAt,
  hashToken,
  idsOfShortId,
  isObjectId,
  ndcOf,
  ndcOfCheckout,
  OBJECT_IDS_END,
  type RandomHex,
  shortIdOf,
  timeOfObjectId,
} from '../server/kernel/ids.ts'

let draw: RandomHex = () => {
  throw new Error('No run has begun')
}

/** The ids of one process; live, as each run begins anew. */
export let newObjectId = sourceOf(draw)

/** Begins a run: from here on all ids follow from `random`. */
export function seedIds(random: RandomHex): void {
  draw = random
  newObjectId = sourceOf(random)
}

export function objectIdSource(): (nowMs: number) => string {
  return sourceOf(randomHex)
}

export function randomHex(digits: number): string {
  return draw(digits)
}

export function newCheckoutId(nodeName: string): string {
  return checkoutId(nodeName, draw)
}

export function newRequestHex(): string {
  return draw(32)
}

export function newAccessToken(): string {
  return draw(48)
}
