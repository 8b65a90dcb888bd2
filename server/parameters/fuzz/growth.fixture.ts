import type { Random } from '../../../simulation/random.ts'
import { MAX_LIST_ITEMS, MAX_PARAMETERS } from '../limits.ts'
import { documentedNames, onWire, type Pair, shortestValue, valuesFor } from './corpus.fixture.ts'
import { misspelt } from './parameter-mutations.fixture.ts'

/** The size of body for which requirements name a time (R-FZ-1). */
export const LARGE_BODY_BYTES = 64 * 1024

/** What fills a large body; `room` is how many bytes there are for it. */
type Growth = (room: number, random: Random) => readonly Pair[]

const itemRows = documentedNames.filter((name) => name.startsWith('cart.items[n].'))

/** Large bodies that are right, and such as are made to cost time. Each by its name in reports. */
const growths = {
  'cart items': (room, random) => {
    const rows = itemRows.slice(0, random.integer(3, itemRows.length))
    const values = rows.map(shortestValue)
    return fill(room, (at) => {
      const row = at % rows.length
      const index = Math.floor(at / rows.length)
      if (index >= MAX_LIST_ITEMS) return undefined
      return [onWire(rows[row] ?? '', index), values[row] ?? '']
    })
  },
  'custom parameters': (room) => fill(room, (at) => [`customParameters[SHOPPER_${at}]`, 'a value']),
  'unknown names': (room, random) => fill(room, (at) => [`n${random.integer(0, 9)}${at}`, 'x']),
  'near names': (room, random) =>
    fill(room, () => [misspelt(onWire(random.pick(documentedNames)), random), 'x']),
  'one name many times': (room) => fill(room, () => ['amount', '92.00']),
  // From 16,384 characters on, the language tells names apart by their length alone.
  'long names': (room, random) => {
    const length = random.pick([250, 300, 16_390])
    return fill(room, (at) => [`${'a'.repeat(length)}${at}`, 'x'])
  },
  'one long name': (room, random) => {
    const head = 'a'.repeat(random.pick([200, 250, 300, 16_390]))
    return fill(Math.min(room, 64 * head.length), (at) => [`${head}[${at}]`, '1'])
  },
  'one long value': (room, random) => [[onWire(random.pick(documentedNames)), 'x'.repeat(room)]],
  'almost its format': (room, random) => {
    const name = random.pick(documentedNames)
    const sample = valuesFor(name).taken[0] ?? 'x'
    const value = sample.repeat(Math.ceil(room / Math.max(1, sample.length))).slice(0, room)
    return [[onWire(name), `${value}\u0001`]]
  },
  'almost long numbers': (room, random) => {
    const piece = random.pick(['12345678901a', '1   ', '1 2 3    ', '٣'])
    return [['amount', piece.repeat(Math.ceil(room / piece.length)).slice(0, room)]]
  },
  blanks: (room) => [['amount', `${' '.repeat(room)}1`]],
  'empty parameters': (room) => fill(room, () => ['', '']),
  'list gaps': (room, random) =>
    fill(room, () => [`cart.items[${random.integer(0, 999)}].name`, 'x']),
  brackets: (room, random) =>
    fill(room, (at) => [`${random.pick(['[', ']', '[0]', '.'])}${'[0]'.repeat(40)}${at}`, 'x']),
} as const satisfies Readonly<Record<string, Growth>>

export type GrowthName = keyof typeof growths

const names = Object.keys(growths) as GrowthName[]

/** Parameters that make a body as large as asked for, and what they are. */
export function growth(
  bytes: number,
  random: Random,
): { readonly pairs: readonly Pair[]; readonly grown: GrowthName } {
  const grown = random.pick(names)
  return { pairs: growths[grown](bytes, random), grown }
}

/** Pairs until they take so many bytes as a form of plain letters, or there are too many. */
function fill(room: number, make: (at: number) => Pair | undefined): readonly Pair[] {
  const pairs: Pair[] = []
  let bytes = 0
  for (let at = 0; bytes < room && at <= MAX_PARAMETERS; at++) {
    const pair = make(at)
    if (pair === undefined) break
    pairs.push(pair)
    bytes += pair[0].length + pair[1].length + 2
  }
  return pairs
}
