/** Ids are ordered by time. */
export function newestFirst(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? 1 : -1
}
