import { editDistance } from '../../../common/edit-distance.ts'

/** Names longer than this are not near to any name of the tables. */
const MAX_COMPARED = 80

/**
 * The name that was probably meant: one that differs in case or punctuation only, else the nearest
 * by at most two edits (one, for short names). Indices are taken over from the sent name.
 */
export function nearName(sent: string, known: readonly string[]): string | undefined {
  if (sent.length > MAX_COMPARED) return undefined
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
