import { dayOf, rootOf, type SentNumber } from './alike-counts.ts'

/** 2 MB: for 60,000 different numbers of a day, one in ten shares its place and is counted at once. */
const PLACES = 2 ** 18

/** The first number of today for each ten digits below one root, as far as each has a place of its own. */
export class FirstNumbers {
  /** Of each place: whose it is, and the beginning of the fingerprint. */
  readonly #table = new Uint32Array(2 * PLACES)
  #day = -1

  /** What is kept for the ten digits of a number: nothing, the same number, or another one. */
  look(sent: SentNumber, nowMs: number): 'none' | 'same' | 'other' {
    const day = dayOf(nowMs)
    if (day !== this.#day) {
      this.#day = day
      this.#table.fill(0)
    }
    const { place, owner, begin } = placeOf(sent)
    if (this.#table[place] === 0) return 'none'
    const isSame = this.#table[place] === owner && this.#table[place + 1] === begin
    return isSame ? 'same' : 'other'
  }

  /** Keeps a number of the day that was looked at last, unless its place is taken. */
  keep(sent: SentNumber): void {
    const { place, owner, begin } = placeOf(sent)
    if (this.#table[place] !== 0) return
    this.#table[place] = owner
    this.#table[place + 1] = begin
  }
}

function placeOf({ channel, number, fingerprint }: SentNumber) {
  const rootId = rootOf(channel)
  return {
    place: 2 * (hashOf(rootId, number, FIRST_SEED) % PLACES),
    // A place without a number has 0.
    owner: hashOf(rootId, number, SECOND_SEED) || 1,
    begin: Number.parseInt(fingerprint.slice(0, 8), 16),
  }
}

const FIRST_SEED = 0x811c9dc5
const SECOND_SEED = 0x9747b28c

/**
 * FNV-1a, 32 bits, of an entity and the ten digits of a number, without a text of them: every card payment
 * asks twice. Whoever finds two of one place is counted in the store.
 */
function hashOf(entityId: string, number: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < entityId.length; at++) {
    hash = Math.imul(hash ^ entityId.charCodeAt(at), 0x01000193)
  }
  for (let at = 0; at < number.length; at++) {
    const isKnown = at < 6 || at >= number.length - 4
    if (isKnown) hash = Math.imul(hash ^ number.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
