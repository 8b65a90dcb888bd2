import { editDistance } from '../../common/edit-distance.ts'
import { isIndex } from './name-tree.ts'
import type { RowName } from './tables.ts'

/** Names longer than this are not near to any name of the tables. */
const MAX_COMPARED = 80

/**
 * The name that was probably meant: one that differs in case or punctuation only, else the nearest
 * by at most two edits (one, for short names). Indices are taken over from the sent name.
 */
export function closestName(sent: string, known: readonly string[]): string | undefined {
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

/** The names of one operation, by what is left of them without case and punctuation. */
interface RespelledIndex {
  /** How they begin, in lower case. */
  readonly beginnings: ReadonlySet<string>
  readonly names: ReadonlyMap<string, string>
  /** The text before the key of a map, separately in lower case. */
  readonly maps: readonly (readonly [lowerCase: string, head: string])[]
}

/** An index as `[0]` or `.0`; the tables write `[n]`. */
const INDICES = /\[(?:[0-9]+|n)\]|\.[0-9]+(?=[.[]|$)/g

/** Longer than any name of the tables in any spelling: a long name is not worth the look. */
const MAX_RESPELLED = 120

const KEY = /^[A-Za-z0-9_.]+$/

/**
 * The known name that was sent in another spelling: `merchantTransactionID`, `card[number]`,
 * `cart.items.0.name`, `customParameters.basket`. It takes one look-up, however many names are known.
 */
export function nameInOtherSpelling(sent: string, known: readonly string[]): string | undefined {
  if (sent.length > MAX_RESPELLED) return undefined
  const { beginnings, names, maps } = indexOf(known)
  // Returns here for most wrong names: the rest costs a microsecond each.
  if (!beginnings.has(beginningOf(sent))) return undefined
  const name = names.get(spellingOf(sent))
  return name === undefined ? inMap(sent, maps) : withIndicesOf(sent, name)
}

function withIndicesOf(sent: string, name: string): string | undefined {
  const indices = [...sent.matchAll(INDICES)].map(([index]) => index.replace(/[^0-9]+/g, ''))
  if (!indices.every(isIndex)) return undefined
  let next = 0
  return name.replaceAll('[n]', () => `[${indices[next++]}]`)
}

function inMap(sent: string, maps: RespelledIndex['maps']): string | undefined {
  const lowerCase = sent.toLowerCase()
  const map = maps.find(
    ([head]) => lowerCase.startsWith(head) && /[.[]/.test(lowerCase.charAt(head.length)),
  )
  if (map === undefined) return undefined
  const key = sent.slice(map[0].length + 1).replace(/\]$/, '')
  return KEY.test(key) ? `${map[1]}[${key}]` : undefined
}

function indexOf(known: readonly string[]): RespelledIndex {
  const made = indices.get(known)
  if (made !== undefined) return made
  const isOfMap = (name: string) => name.endsWith(ANY_KEY)
  const heads = known.filter(isOfMap).map((name) => name.slice(0, -ANY_KEY.length))
  const index = {
    beginnings: new Set(known.map(beginningOf)),
    // Of names that are alike the first one counts, as where they are compared.
    names: new Map(
      known
        .filter((name) => !isOfMap(name))
        .reverse()
        .map((name) => [spellingOf(name), name]),
    ),
    maps: heads.map((head) => [head.toLowerCase(), head] as const),
  }
  indices.set(known, index)
  return index
}

const ANY_KEY = '[key]'

/** The names of an operation are always the same. */
const indices = new WeakMap<readonly string[], RespelledIndex>()

function spellingOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(INDICES, '#')
    .replaceAll(/[^a-z0-9#]/g, '')
}

/** The shortest structures are `pos` and `job`. */
function beginningOf(name: string): string {
  return name.slice(0, 3).toLowerCase()
}

/** Names with the number of edits that still make a misspelling of them. */
export type GuardedNames = Readonly<Partial<Record<RowName, number>>>

/**
 * What is left of `&amp;` before a name. PHP writes that between parameters where its setting
 * `arg_separator.output` says so, others where an address was escaped as HTML.
 */
const ESCAPED_SEPARATOR = /^(?:amp;)+/

/** Whether the parameter before this one was ended by `&amp;`. */
export function followsEscape(sent: string): boolean {
  return ESCAPED_SEPARATOR.test(sent)
}

/** The name that was meant. */
export function withoutEscape(sent: string): string {
  return sent.replace(ESCAPED_SEPARATOR, '')
}

/** Longer names are no misspelling of one that is guarded. */
const MAX_GUARDED_LENGTH = 40

/**
 * The guarded name that was probably meant by an unknown one: `Amount`, `ammount`, `amount[0]`,
 * `amount.value`, `amp;amount`. Case and punctuation do not count.
 */
export function misspeltGuardedName(name: string, guarded: GuardedNames): RowName | undefined {
  const sent = withoutEscape(name)
  if (sent.length > MAX_GUARDED_LENGTH) return undefined
  const whole = lettersOf(sent)
  const head = lettersOf(/^[^.[]*/.exec(sent)?.[0] ?? '')
  for (const [row, edits] of Object.entries(guarded)) {
    const meant = row.toLowerCase()
    if (isNear(whole, meant, edits) || (head !== whole && isNear(head, meant, edits))) {
      return row as RowName
    }
  }
  return undefined
}

/** Each letter that only one of the two has takes an edit: most names end here, for 0.1 µs instead of 10. */
function isNear(one: string, meant: string, edits: number): boolean {
  if (Math.abs(one.length - meant.length) > edits) return false
  if (missingLetters(one, meant) > edits || missingLetters(meant, one) > edits) return false
  return editDistance(one, meant, edits + 1) <= edits
}

function missingLetters(one: string, other: string): number {
  let strangers = 0
  for (const letter of one) if (!other.includes(letter)) strangers++
  return strangers
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
