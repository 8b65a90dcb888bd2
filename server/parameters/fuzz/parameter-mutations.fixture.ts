import type { Random } from '../../../simulation/random.ts'
import { documentedNames, onWire, type Pair, valuesFor } from './corpus.fixture.ts'
import {
  HOSTILE_NAMES,
  HOSTILE_VALUES,
  INDICES,
  SIGNS,
  writtenCardNumber,
} from './hostile-texts.fixture.ts'

const listNames = documentedNames.filter((name) => name.includes('[n]'))

type Mutation = (pairs: readonly Pair[], random: Random) => readonly Pair[]

/** Deeper than anything that is taken. */
const MAX_REPEATS = 1000
/** Longer than anything that is taken. */
const MAX_VALUE = 70_000

/** What can be wrong with a list of parameters, each by its name in reports. */
const mutations = {
  'left out': (pairs, random) => without(pairs, spot(pairs, random)),

  'sent twice': (pairs, random) => {
    const [name, value] = pairs[spot(pairs, random)] ?? ['amount', '1.00']
    return insert(pairs, random, [name, random.chance(0.5) ? value : anyValue(random)])
  },

  'further name': (pairs, random) => {
    const name = random.pick(documentedNames)
    const { taken, refused } = valuesFor(name)
    const value = random.pick([...taken, ...(random.chance(0.3) ? refused : []), 'x'])
    return insert(pairs, random, [onWire(name, random.integer(0, 2)), value])
  },

  "another's value": (pairs, random) =>
    change(pairs, random, ([name]) => [name, pairs[spot(pairs, random)]?.[1] ?? '']),

  'hostile value': (pairs, random) =>
    change(pairs, random, ([name]) => [name, random.pick(HOSTILE_VALUES)]),

  'sign in a value': (pairs, random) =>
    change(pairs, random, ([name, value]) => [name, withSign(value, random)]),

  'sign in a name': (pairs, random) =>
    change(pairs, random, ([name, value]) => [withSign(name, random), value]),

  'misspelt name': (pairs, random) =>
    change(pairs, random, ([name, value]) => [misspelt(name, random), value]),

  'hostile name': (pairs, random) =>
    insert(pairs, random, [random.pick(HOSTILE_NAMES), anyValue(random)]),

  index: (pairs, random) => {
    const index = random.pick(INDICES)
    const name = random.pick(listNames).replaceAll('[n]', `[${index}]`)
    return insert(pairs, random, [name, anyValue(random)])
  },

  'deep name': (pairs, random) => {
    const piece = random.pick(['a.', '[0]', '.', '[', ']', 'cart.items[0].', '__proto__.', '[a]'])
    const beginning = random.pick(['', 'customer', 'cart.items', 'customParameters'])
    const name = beginning + piece.repeat(repeats(random))
    return insert(pairs, random, [name, 'x'])
  },

  'long value': (pairs, random) =>
    change(pairs, random, ([name, value]) => [
      name,
      (value || 'x').repeat(repeats(random)).slice(0, MAX_VALUE),
    ]),

  'card number in another field': (pairs, random) =>
    random.chance(0.5)
      ? change(pairs, random, ([name]) => [name, writtenCardNumber(random)])
      : insert(pairs, random, [anyName(random), writtenCardNumber(random)]),

  'card number as a name': (pairs, random) =>
    insert(pairs, random, [
      random.pick(['', 'card.', 'customParameters[']) + writtenCardNumber(random),
      'x',
    ]),

  'other order': (pairs, random) => {
    const at = spot(pairs, random)
    return [...pairs.slice(at), ...pairs.slice(0, at)]
  },
} as const satisfies Readonly<Record<string, Mutation>>

export type ParameterMutation = keyof typeof mutations

const names = Object.keys(mutations) as ParameterMutation[]

/** Does one thing to the parameters that the interface does not foresee, and says what. */
export function mutateParameters(
  pairs: readonly Pair[],
  random: Random,
): { readonly pairs: readonly Pair[]; readonly mutation: ParameterMutation } {
  const mutation = random.pick(names)
  return { pairs: mutations[mutation](pairs, random), mutation }
}

/** A name with one letter changed, left out, put in or of another case. */
export function misspelt(name: string, random: Random): string {
  const at = random.integer(0, Math.max(0, name.length - 1))
  const letter = name[at] ?? 'a'
  const other = random.pick(['', letter + letter, letter.toUpperCase(), 'x', '_'])
  return name.slice(0, at) + other + name.slice(at + 1)
}

/** Mostly few: what is long costs the time of many that are short. */
function repeats(random: Random): number {
  return random.integer(2, random.chance(0.1) ? MAX_REPEATS : 20)
}

function anyName(random: Random): string {
  return random.chance(0.7) ? onWire(random.pick(documentedNames)) : random.pick(HOSTILE_NAMES)
}

function anyValue(random: Random): string {
  return random.chance(0.5) ? random.pick(HOSTILE_VALUES) : 'x'
}

function withSign(text: string, random: Random): string {
  const at = random.integer(0, text.length)
  return text.slice(0, at) + random.pick(SIGNS) + text.slice(at + random.integer(0, 1))
}

function spot(pairs: readonly Pair[], random: Random): number {
  return random.integer(0, Math.max(0, pairs.length - 1))
}

function insert(pairs: readonly Pair[], random: Random, pair: Pair): readonly Pair[] {
  return pairs.toSpliced(random.integer(0, pairs.length), 0, pair)
}

function without(pairs: readonly Pair[], at: number): readonly Pair[] {
  return pairs.toSpliced(at, 1)
}

function change(
  pairs: readonly Pair[],
  random: Random,
  changed: (pair: Pair) => Pair,
): readonly Pair[] {
  const at = spot(pairs, random)
  const pair = pairs[at]
  return pair === undefined ? pairs : pairs.with(at, changed(pair))
}
