/** Reports that are in memory at once: one of an account, so that none keeps another waiting. */
export const MAX_REPORTS_AT_ONCE = 4

/** Fetches reports, few at once. */
export class ReportPlaces {
  readonly #accounts = new Set<string>()

  /** Works on a report of an account; `undefined`: there are too many now, or one of this account. Rejects as the work. */
  async inPlace<Result>(account: string, work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#accounts.has(account) || this.#accounts.size >= MAX_REPORTS_AT_ONCE) return undefined
    this.#accounts.add(account)
    try {
      return await work()
    } finally {
      this.#accounts.delete(account)
    }
  }
}
