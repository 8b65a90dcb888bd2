import { Random } from '../../../simulation/random.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import type { Profile } from '../plan.ts'
import { entityId } from '../requests.fixture.ts'
import { type ByteMutation, mutateBytes } from './byte-mutations.fixture.ts'
import { type FuzzedOperation, fuzzedOperations, type Pair, soundBodies } from './corpus.fixture.ts'
import { type GrowthName, growth, LARGE_BODY_BYTES } from './growth.fixture.ts'
import { mutateParameters, type ParameterMutation } from './parameter-mutations.fixture.ts'
import { type BodyFormat, writeBody } from './written-bodies.fixture.ts'

/** A second channel, whose requests are read by the profile `legacy`. */
export const LEGACY_ENTITY_ID = '8ac7a4c79394bdc801939736f17e0641'

export type Mutation = ParameterMutation | ByteMutation | 'content type'

/** A request that something is wrong with, most of the time. */
export interface FuzzedRequest {
  readonly operation: FuzzedOperation
  readonly profile: Profile
  /** The paymentType of the sound body, so that a reference finds a payment that it fits. */
  readonly paymentType: string
  readonly format: BodyFormat
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** What was done to the sound body. */
  readonly mutations: readonly Mutation[]
  /** What made it large, if it is. */
  readonly grown?: GrowthName
}

/** How often a body is large, relative to all. */
const LARGE = 0.01
/** Of large bodies, how many are as large as a body may be: what grows faster than its size shows. */
const LARGEST = 0.05
const MAX_PARAMETER_MUTATIONS = 3
const MAX_BYTE_MUTATIONS = 3

/** The same request for the same seed and number, whatever else was sent before. */
export function fuzzedRequest(seed: number, number: number): FuzzedRequest {
  const random = new Random(Math.imul(seed, 0x85ebca6b) ^ number)
  const operation = random.pick(fuzzedOperations)
  const profile: Profile = random.chance(0.2) ? 'legacy' : 'strict'
  const sound = random.pick(soundBodies(operation)).map((pair) => ofProfile(pair, profile))
  const paymentType = sound.find(([name]) => name === 'paymentType')?.[1] ?? ''
  const { pairs, mutations, grown } = mutatedPairs(sound, random)
  const format: BodyFormat = random.chance(0.65) ? 'form' : 'json'
  const written = mutatedBytes(writeBody(pairs, format, random), mutations.length > 0, random)
  const contentType = anyContentType(format, random)
  return {
    operation,
    profile,
    paymentType,
    format,
    headers: {
      ...(contentType === '' ? {} : { 'content-type': contentType }),
      ...(random.chance(0.05) ? { 'idempotency-key': `fuzz-${random.integer(0, 1e9)}` } : {}),
    },
    body: written.body,
    mutations: [
      ...mutations,
      ...written.mutations,
      ...(contentType.startsWith(usual[format]) ? [] : ['content type' as const]),
    ],
    ...(grown === undefined ? {} : { grown }),
  }
}

function ofProfile([name, value]: Pair, profile: Profile): Pair {
  return [name, profile === 'legacy' && value === entityId ? LEGACY_ENTITY_ID : value]
}

function mutatedPairs(sound: readonly Pair[], random: Random) {
  const mutations: Mutation[] = []
  let pairs = sound
  const times = random.integer(0, MAX_PARAMETER_MUTATIONS)
  for (let time = 0; time < times; time++) {
    const mutated = mutateParameters(pairs, random)
    pairs = mutated.pairs
    mutations.push(mutated.mutation)
  }
  if (!random.chance(LARGE)) return { pairs, mutations }
  const bytes = random.chance(LARGEST) ? 0.9 * MAX_BODY_BYTES : LARGE_BODY_BYTES
  const more = growth(bytes, random)
  return { pairs: [...pairs, ...more.pairs], mutations, grown: more.grown }
}

function mutatedBytes(written: Buffer, wasMutated: boolean, random: Random) {
  const mutations: Mutation[] = []
  let body = written
  // Most bodies that are wrong in one place should be right in the other: two faults hide each other.
  const times = random.chance(wasMutated ? 0.25 : 0.8) ? random.integer(1, MAX_BYTE_MUTATIONS) : 0
  for (let time = 0; time < times; time++) {
    const mutated = mutateBytes(body, random)
    body = mutated.body
    mutations.push(mutated.mutation)
  }
  return { body, mutations }
}

const usual: Readonly<Record<BodyFormat, string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
}

const CONTENT_TYPES: readonly string[] = [
  '',
  'application/json',
  'application/x-www-form-urlencoded',
  'Application/JSON; Charset="UTF-8"',
  'application/x-www-form-urlencoded; charset=ISO-8859-1',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/jsonx',
  'application/x-www-form-urlencoded, application/json',
  'multipart/form-data; boundary=4929123456789015',
  'text/plain',
  'text/plain; 4929 1234 5678 9015',
  '*/*',
  '/',
  ';',
  'application/',
  'x'.repeat(5000),
]

function anyContentType(format: BodyFormat, random: Random): string {
  if (random.chance(0.03)) return random.pick(CONTENT_TYPES)
  return random.chance(0.5) ? usual[format] : `${usual[format]}; charset=UTF-8`
}
