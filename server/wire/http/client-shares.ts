/** How much of something each client has at once, up to a limit that is the same for all. */
export class ClientShares {
  readonly #max: number
  readonly #taken = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Whether the client could still have so much more; it then has it. */
  take(client: string, amount = 1): boolean {
    const taken = (this.#taken.get(client) ?? 0) + amount
    if (taken > this.#max) return false
    this.#taken.set(client, taken)
    return true
  }

  give(client: string, amount = 1): void {
    const taken = (this.#taken.get(client) ?? 0) - amount
    // Clients that have nothing must not stay in memory.
    if (taken > 0) this.#taken.set(client, taken)
    else this.#taken.delete(client)
  }
}
