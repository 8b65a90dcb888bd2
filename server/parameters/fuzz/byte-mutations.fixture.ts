import type { Random } from '../../../simulation/random.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import { SIGNS } from './hostile-texts.fixture.ts'

type Mutation = (body: Buffer, random: Random) => Buffer

/** How deep JSON is nested on purpose: deeper than any recursion survives. */
const DEEPEST = 20_000

/** Bytes that are no UTF-8: a lone continuation, overlong, half a surrogate pair, beyond Unicode. */
const BROKEN_UTF8 = ['80', 'c080', 'eda080', 'f5808080', 'c3', 'fffe'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

/** What JSON can say and a form cannot. */
const JSON_VALUES: readonly string[] = [
  '1e308',
  '-1e308',
  '1e400',
  '1e-400',
  '-0',
  '0.1',
  '92',
  '92.5',
  '12345678901234567890',
  '4929123456789015',
  'true',
  'false',
  'null',
  '[]',
  '{}',
  '[[[]]]',
  '[null,1]',
  '[4929123456789015]',
  '{"__proto__":{"polluted":"x"}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":"x","length":99999}',
  '"\\ud800"',
  '"\\u0000"',
]

const mutations = {
  'JSON value': (body, random) => {
    const texts = [...body.toString('latin1').matchAll(/"[^"]*"(?=[,}\]])/g)]
    const found = texts.length === 0 ? undefined : random.pick(texts)
    const from = found?.index ?? 0
    return replaced(body, [from, from + (found?.[0].length ?? 0)], random.pick(JSON_VALUES))
  },
  'byte changed': (body, random) => {
    const changed = Buffer.from(body)
    if (changed.length > 0) changed[random.integer(0, body.length - 1)] = random.integer(0, 255)
    return changed
  },
  'bit flipped': (body, random) => {
    const changed = Buffer.from(body)
    const at = random.integer(0, Math.max(0, body.length - 1))
    if (changed.length > 0) changed[at] = (body[at] ?? 0) ^ (1 << random.integer(0, 7))
    return changed
  },
  'sign put in': (body, random) => putIn(body, Buffer.from(random.pick(SIGNS)), random),
  'broken UTF-8': (body, random) => putIn(body, random.pick(BROKEN_UTF8), random),
  truncated: (body, random) => body.subarray(0, random.integer(0, body.length)),
  'beginning cut off': (body, random) => body.subarray(random.integer(0, body.length)),
  'piece cut out': (body, random) => {
    return replaced(body, range(body, random), '')
  },
  'piece repeated': (body, random) => {
    const [from, to] = range(body, random)
    const piece = body.subarray(from, to)
    const most = Math.min(50, Math.floor(MAX_BODY_BYTES / Math.max(1, piece.length)))
    const pieces = Array.from({ length: random.integer(1, Math.max(1, most)) }, () => piece)
    return Buffer.concat([body.subarray(0, to), ...pieces, body.subarray(to)])
  },
  'UTF-16': (body) => Buffer.from(body.toString(), 'utf16le'),
  'Latin-1': (body) => Buffer.from(body.toString(), 'latin1'),
  'byte order mark': (body) => Buffer.concat([Buffer.from('\ufeff'), body]),
  'nested in objects': (body, random) => wrapped('{"a":', body, '}', random),
  'nested in lists': (body, random) => wrapped('[', body, ']', random),
  'more than a body may have': (body, random) =>
    Buffer.concat([body, Buffer.alloc(MAX_BODY_BYTES - random.integer(0, 1) * body.length, 'x')]),
  empty: () => Buffer.alloc(0),
  'not a body at all': (_body, random) =>
    Buffer.from(Array.from({ length: random.integer(1, 400) }, () => random.integer(0, 255))),
} as const satisfies Readonly<Record<string, Mutation>>

export type ByteMutation = keyof typeof mutations

/** The common ones are where parsers decide; the others need to be seen now and then. */
const weights: Readonly<Record<ByteMutation, number>> = {
  'JSON value': 20,
  'byte changed': 20,
  'bit flipped': 20,
  'sign put in': 20,
  'broken UTF-8': 6,
  truncated: 8,
  'beginning cut off': 3,
  'piece cut out': 8,
  'piece repeated': 8,
  'UTF-16': 1,
  'Latin-1': 2,
  'byte order mark': 1,
  'nested in objects': 1,
  'nested in lists': 1,
  'more than a body may have': 0.1,
  empty: 0.5,
  'not a body at all': 1,
}

/** Does one thing to the bytes of a body, and says what. */
export function mutateBytes(
  body: Buffer,
  random: Random,
): { readonly body: Buffer; readonly mutation: ByteMutation } {
  const mutation = random.weighted(weights)
  return { body: mutations[mutation](body, random), mutation }
}

function putIn(body: Buffer, piece: Buffer, random: Random): Buffer {
  const at = random.integer(0, body.length)
  return Buffer.concat([body.subarray(0, at), piece, body.subarray(at)])
}

function replaced(body: Buffer, [from, to]: readonly [number, number], text: string): Buffer {
  return Buffer.concat([body.subarray(0, from), Buffer.from(text), body.subarray(to)])
}

function range(body: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.integer(0, body.length)
  return [from, Math.min(body.length, from + random.integer(1, 60))]
}

function wrapped(begin: string, body: Buffer, end: string, random: Random): Buffer {
  const depth = random.chance(0.5) ? random.integer(1, 20) : random.integer(20, DEEPEST)
  return Buffer.concat([Buffer.from(begin.repeat(depth)), body, Buffer.from(end.repeat(depth))])
}
