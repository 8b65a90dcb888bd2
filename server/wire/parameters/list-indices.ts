/** The indices that one request has sent of each list, to find those that were left out. */
export class ListIndices {
  /** Made with the first one: most requests send no list. */
  #sent: Map<string, boolean[]> | undefined

  /** `list` is the path before the bracket: `cart.items`. */
  note(list: string, index: number): void {
    this.#sent ??= new Map()
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
    if (this.#sent === undefined) return []
    return [...this.#sent]
      .map(([list, sent]) => ({
        list,
        missing: sent.findIndex((present) => present !== true),
        last: sent.length - 1,
      }))
      .filter(({ missing }) => missing !== -1)
  }
}
