/** Edits that turn one text into the other, swapped neighbours being one; `limit` when as many or more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = [...Array(b.length + 1).keys()]
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const distance = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? limit) + 1 : limit,
      )
      current[column] = distance
      if (distance < least) least = distance
    }
    if (least >= limit) return limit
    beforeLast = last
    last = current
  }
  return Math.min(last[b.length] ?? limit, limit)
}
