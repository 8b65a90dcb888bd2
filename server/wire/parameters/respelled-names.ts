import { isIndex } from './name-tree.ts'

/** The names of one operation, by what is left of them without case and punctuation. */
interface RespelledIndex {
  /** How they begin, in lower case. */
  readonly beginnings: ReadonlySet<string>
  readonly names: ReadonlyMap<string, string>
  /** What stands before the key of a map, by itself in lower case. */
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
export function respelledName(sent: string, known: readonly string[]): string | undefined {
  if (sent.length > MAX_RESPELLED) return undefined
  const { beginnings, names, maps } = indexOf(known)
  // Most wrong names end here: the rest costs a microsecond each.
  if (!beginnings.has(beginningOf(sent))) return undefined
  const name = names.get(bare(sent))
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
        .map((name) => [bare(name), name]),
    ),
    maps: heads.map((head) => [head.toLowerCase(), head] as const),
  }
  indices.set(known, index)
  return index
}

const ANY_KEY = '[key]'

/** The names of an operation are always the same. */
const indices = new WeakMap<readonly string[], RespelledIndex>()

function bare(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(INDICES, '#')
    .replaceAll(/[^a-z0-9#]/g, '')
}

/** The shortest structures are `pos` and `job`. */
function beginningOf(name: string): string {
  return name.slice(0, 3).toLowerCase()
}
