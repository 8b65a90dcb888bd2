/** The order of two texts by their UTF-16 units, as databases have it of keys; for a sort. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
