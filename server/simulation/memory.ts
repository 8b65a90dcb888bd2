import type { Operation } from './attempt.ts'
import { type Audit, latest } from './audit.ts'
import type { Random } from './random.ts'

/** Of how many of the latest things the clients think: the fewer, the more often they meet. */
const LEAST_IN_MIND = 2
const MOST_IN_MIND = 12

/** What clients remember of their answers, and what comes to their mind. */
export class Memory {
  readonly #random: Random
  readonly #audit: Audit
  readonly #payments: string[] = []
  readonly #checkouts: string[] = []
  readonly #keyed: Operation[] = []

  constructor(random: Random, audit: Audit) {
    this.#random = random
    this.#audit = audit
  }

  /** Keeps an id that an answer named, where it is a payment's. */
  keepPayment(id: string): void {
    if (this.#audit.payments.has(id) && !this.#payments.includes(id)) this.#payments.push(id)
  }

  keepCheckout(id: string): void {
    if (!this.#checkouts.includes(id)) this.#checkouts.push(id)
  }

  keepKeyed(operation: Operation): void {
    this.#keyed.push(operation)
  }

  /** Mostly a payment that has something open: else the rules say no, and nothing happens. */
  target(): string | undefined {
    const isOpen = (id: string) => {
      const row = latest(this.#audit.payment(id).versions)
      const takenMinor = row.capturedMinor + row.reversedMinor + row.refundedMinor
      return takenMinor < row.authorisedMinor + row.bookedMinor
    }
    const open = this.#random.chance(0.8) ? this.#payments.filter(isOpen) : []
    return this.#inMind(open) ?? this.#inMind(this.#payments)
  }

  /** Often a payment whose outcome is awaited: that is what merchants ask for. */
  readable(): string | undefined {
    const isAwaited = (id: string) => latest(this.#audit.payment(id).versions).state === 'intent'
    const awaited = this.#random.chance(0.6) ? this.#payments.filter(isAwaited) : []
    return this.#inMind(awaited) ?? this.#inMind(this.#payments)
  }

  checkout(): string | undefined {
    return this.#inMind(this.#checkouts)
  }

  keyedOperation(): Operation | undefined {
    return this.#inMind(this.#keyed)
  }

  /** At most so many payments out of all. */
  some(count: number): string[] {
    const draws = this.#payments.length === 0 ? 0 : count
    return Array.from({ length: draws }, () => this.#random.pick(this.#payments))
  }

  #inMind<Item>(items: readonly Item[]): Item | undefined {
    const latestOnes = items.slice(this.#random.chance(0.5) ? -LEAST_IN_MIND : -MOST_IN_MIND)
    return latestOnes.length === 0 ? undefined : this.#random.pick(latestOnes)
  }
}
