/** Names longer than this are not near to any name of the tables. */
const LONGEST_COMPARED = 80

/**
 * The name that was probably meant: one that differs in case or punctuation only, else the nearest
 * by at most two edits (one, for short names). Indices are taken over from the sent name.
 */
export function nearName(sent: string, known: readonly string[]): string | undefined {
  if (sent.length > LONGEST_COMPARED) return undefined
  const indices = sent.match(/\[[0-9]+\]/g) ?? []
  const wanted = squash(sent.replaceAll(/\[[0-9]+\]/g, '[n]'))
  let best: string | undefined
  let bestDistance = wanted.length < 6 ? 2 : 3
  const squashed = squashedNames(known)
  for (const [at, name] of known.entries()) {
    const distance = editDistance(wanted, squashed[at] ?? '', bestDistance)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  let next = 0
  return best?.replaceAll('[n]', () => indices[next++] ?? '[0]')
}

/** The names of an operation are always the same: squashing 361 of them takes longer than comparing. */
function squashedNames(known: readonly string[]): readonly string[] {
  const squashed = squashedOf.get(known) ?? known.map(squash)
  squashedOf.set(known, squashed)
  return squashed
}

const squashedOf = new WeakMap<readonly string[], readonly string[]>()

function squash(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9[\]]/g, '')
}

/** Edits that turn one text into the other, swapped neighbours being one; `limit` when as many or more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
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
