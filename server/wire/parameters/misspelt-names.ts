import { editDistance } from '../../../common/edit-distance.ts'
import type { RowName } from './tables.ts'

/** Names with the number of edits that still make a misspelling of them. */
export type GuardedNames = Readonly<Partial<Record<RowName, number>>>

/** Longer names are no misspelling of one that is guarded. */
const MAX_COMPARED = 40

/**
 * The guarded name that was probably meant by one that nobody knows: `Amount`, `ammount`, `amount[0]`,
 * `amount.value`. Case and punctuation do not count.
 */
export function misspeltName(sent: string, guarded: GuardedNames): RowName | undefined {
  if (sent.length > MAX_COMPARED) return undefined
  const whole = bare(sent)
  const head = bare(/^[^.[]*/.exec(sent)?.[0] ?? '')
  for (const [name, edits] of Object.entries(guarded)) {
    const meant = name.toLowerCase()
    if (isNear(whole, meant, edits) || (head !== whole && isNear(head, meant, edits))) {
      return name as RowName
    }
  }
  return undefined
}

/** Each letter that only one of the two has takes an edit: most names end here, for 0.1 µs instead of 10. */
function isNear(one: string, meant: string, edits: number): boolean {
  if (Math.abs(one.length - meant.length) > edits) return false
  if (strangersIn(one, meant) > edits || strangersIn(meant, one) > edits) return false
  return editDistance(one, meant, edits + 1) <= edits
}

function strangersIn(one: string, other: string): number {
  let strangers = 0
  for (const letter of one) if (!other.includes(letter)) strangers++
  return strangers
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
