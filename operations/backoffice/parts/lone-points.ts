/** The places of values without a neighbour: a line through one point cannot be seen. */
export function lonePoints(values: readonly (number | null)[]): number[] {
  const isThere = (at: number) => (values[at] ?? null) !== null
  return [...values.keys()].filter((at) => isThere(at) && !isThere(at - 1) && !isThere(at + 1))
}
