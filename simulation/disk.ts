import type { Journal } from './memory-store/journal.ts'
import type { Random } from './random.ts'

/** What the disk does with the next entry. */
export type DiskState = 'well' | 'full' | 'torn'

/**
 * A disk under the memory engine's journal that can be full and that can lose its power in the
 * middle of an entry. What is on it survives every crash.
 */
export class SimulatedDisk implements Journal {
  readonly #random: Random
  readonly #onDurable: (entry: string) => void
  #records: string[] = []
  mood: DiskState = 'well'

  /** `onDurable` is called with every entry that is completely on the disk. */
  constructor(random: Random, onDurable: (entry: string) => void) {
    this.#random = random
    this.#onDurable = onDurable
  }

  append(entry: string): void {
    if (this.mood === 'full') throw new Error('No space left on the simulated disk')
    if (this.mood === 'torn') {
      this.#records.push(this.#halfOf(entry))
      throw new Error('The simulated disk lost its power')
    }
    this.#records.push(sealed(entry))
    this.#onDurable(entry)
  }

  /** Opening removes a half-written entry, as a correct journal does. */
  entries(): readonly string[] {
    this.#records = this.#records.filter(isWhole)
    return this.#records.map(entryOf)
  }

  /** Half the bytes, or some of the changes: sectors may be written in any order, the seal last. */
  #halfOf(entry: string): string {
    if (this.#random.chance(0.3)) return entry.slice(0, entry.length >> 1)
    const changes = JSON.parse(entry) as unknown[]
    return JSON.stringify(changes.slice(0, this.#random.integer(1, changes.length)))
  }
}

const SEAL = '\n#'

function sealed(entry: string): string {
  return `${entry}${SEAL}${entry.length}`
}

function isWhole(record: string): boolean {
  const at = record.lastIndexOf(SEAL)
  return at >= 0 && record.slice(at + SEAL.length) === String(at)
}

function entryOf(record: string): string {
  const at = record.lastIndexOf(SEAL)
  return at < 0 ? record : record.slice(0, at)
}
