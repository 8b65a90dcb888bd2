/** The indices that one request has sent of each list, to find those that were left out. */
export class ListIndices {
  readonly #sent = new Map<string, boolean[]>()

  /** `list` is the path before the bracket: `cart.items`. */
  note(list: string, index: number): void {
    const sent = this.#sent.get(list)
    if (sent !== undefined) {
      sent[index] = true
      return
    }
    const first: boolean[] = []
    first[index] = true
    this.#sent.set(list, first)
  }

  /** The first index that is missing, and the last that was sent, of each list that has a gap. */
  gaps(): readonly { readonly list: string; readonly missing: number; readonly last: number }[] {
    return [...this.#sent]
      .map(([list, sent]) => ({
        list,
        missing: sent.findIndex((present) => present !== true),
        last: sent.length - 1,
      }))
      .filter(({ missing }) => missing !== -1)
  }
}
