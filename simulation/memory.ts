import type { PaymentRow } from '../server/store/port.ts'
import type { Operation } from './attempt.ts'
import type { Audit } from './audit.ts'
import { latest, openMinorOf } from './audited-payment.ts'
import type { Random } from './random.ts'

/** How many of the latest objects the clients choose from: with fewer, they meet more often. */
const MIN_REMEMBERED = 2
const MAX_REMEMBERED = 12

/** The answers that clients keep, from which their next actions are drawn. */
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

  /** Keeps an id that an answer named, where it is a payment's, and those of the parts that gift cards have paid. */
  keepPayment(id: string): void {
    if (!this.#audit.payments.has(id)) return
    const parts = this.#audit.ownings.partsOf(id).filter(({ state }) => state === 'paid')
    for (const known of [id, ...parts.map((part) => part.id)]) {
      if (!this.#payments.includes(known)) this.#payments.push(known)
    }
  }

  keepCheckout(id: string): void {
    if (!this.#checkouts.includes(id)) this.#checkouts.push(id)
  }

  keepKeyed(operation: Operation): void {
    this.#keyed.push(operation)
  }

  /** Mostly a payment that has something open: else the rules say no, and nothing happens. */
  target(): string | undefined {
    const open = this.#random.chance(0.8) ? this.#paymentsThat((row) => openMinorOf(row) > 0) : []
    return this.#inMind(open) ?? this.#inMind(this.#payments)
  }

  /** Often a payment whose outcome is unknown, because merchants ask for those. */
  readable(): string | undefined {
    const state = this.#random.weighted({ intent: 5, pending: 1, any: 4 })
    const awaited = state === 'any' ? [] : this.#paymentsThat((row) => row.state === state)
    return this.#inMind(awaited) ?? this.#inMind(this.#payments)
  }

  /** A payment that waits for its shopper on a page of the simulator. */
  decidable(): string | undefined {
    return this.#inMind(
      this.#paymentsThat(
        ({ state, connector }) => state === 'pending' && connector === 'simulator',
      ),
    )
  }

  checkout(): string | undefined {
    return this.#inMind(this.#checkouts)
  }

  /** Stored payment details that a payment's answer named; mostly usable ones. */
  registration(): string | undefined {
    const known = this.#payments.flatMap((id) => this.#audit.ownings.byPayment.get(id) ?? [])
    const isActive = (id: string) => latest(this.#audit.ownings.registration(id)).state === 'active'
    const active = this.#random.chance(0.8) ? known.filter(isActive) : []
    return this.#inMind(active) ?? this.#inMind(known)
  }

  /** Mostly one that is active or paused. */
  schedule(): string | undefined {
    const rows = [...this.#audit.schedules.rows.values()]
    const current = rows.filter(({ state }) => state === 'active' || state === 'paused')
    const drawn = this.#random.chance(0.8) ? current : rows
    return this.#inMind(drawn.map(({ id }) => id))
  }

  keyedOperation(): Operation | undefined {
    return this.#inMind(this.#keyed)
  }

  /** At most this many payments, drawn from all. */
  some(count: number): string[] {
    const draws = this.#payments.length === 0 ? 0 : count
    return Array.from({ length: draws }, () => this.#random.pick(this.#payments))
  }

  #paymentsThat(fits: (row: PaymentRow) => boolean): string[] {
    return this.#payments.filter((id) => fits(latest(this.#audit.payment(id).versions)))
  }

  #inMind<Item>(items: readonly Item[]): Item | undefined {
    const latestOnes = items.slice(this.#random.chance(0.5) ? -MIN_REMEMBERED : -MAX_REMEMBERED)
    return latestOnes.length === 0 ? undefined : this.#random.pick(latestOnes)
  }
}
