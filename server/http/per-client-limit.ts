/** Counts how much of something each client has at once, up to a limit that is the same for all. */
export class PerClientLimit {
  readonly #max: number
  readonly #taken = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Takes more for the client; `false`, and nothing is taken, when that would exceed the limit. */
  take(client: string, amount = 1): boolean {
    const taken = (this.#taken.get(client) ?? 0) + amount
    if (taken > this.#max) return false
    this.#taken.set(client, taken)
    return true
  }

  give(client: string, amount = 1): void {
    const taken = (this.#taken.get(client) ?? 0) - amount
    // Otherwise memory would grow with every client that ever connected.
    if (taken > 0) this.#taken.set(client, taken)
    else this.#taken.delete(client)
  }
}
