import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox'
import type { Frozen } from '../../common/frozen.ts'
import { type Answer, type AnswerMeta, bodyOf } from './answer.ts'

/** An answer as its route describes it: its members beside those that every answer has. */
export interface DescribedAnswer<Fields extends TProperties = TProperties> {
  /** Of its schema in the OpenAPI document, and of its type for servers in TypeScript. */
  readonly name: string
  readonly schema: TObject<Fields>
}

/** What code shows by a schema. */
export type Shown<Schema extends TSchema> = Frozen<Static<Schema>>

/** The members of an answer. */
export type MembersOf<Described extends DescribedAnswer> = Shown<Described['schema']>

/** Describes an answer. */
export function answer<Fields extends TProperties>(
  name: string,
  fields: Fields,
  description: string,
): DescribedAnswer<Fields> {
  return { name, schema: Type.Object(fields, { description }) }
}

/** Code of every answer under `/admin/v1` that is no refusal. */
const DONE = '000.000.100'

interface AnswerDetails extends Partial<Pick<Answer, 'status' | 'headers' | 'shownOnce'>> {
  /** Members that stand before the result, as those of payments do. */
  readonly before?: readonly string[]
}

/** The described answer with these members. */
export function answered<Described extends DescribedAnswer>(
  _described: Described,
  members: MembersOf<Described>,
  meta: AnswerMeta,
  { before = [], ...more }: AnswerDetails = {},
): Answer {
  const entries = Object.entries<unknown>(members)
  const isBefore = ([name]: readonly [string, unknown]) => before.includes(name)
  const placed = {
    before: Object.fromEntries(entries.filter(isBefore)),
    after: Object.fromEntries(entries.filter((entry) => !isBefore(entry))),
  }
  return { status: 200, body: bodyOf(DONE, meta, placed), ...more }
}

/** One of these words. */
export function word<const Words extends string[]>(values: readonly [...Words], description = '') {
  return Type.Enum(values, { type: 'string', ...said(description) })
}

export function text(description = '') {
  return Type.String(said(description))
}

/** An id of 32 hex digits. */
export function id(description: string) {
  return Type.String({ pattern: '^[0-9a-f]{32}$', description })
}

/** A time, UTC. */
export function moment(description = 'UTC.') {
  return Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\+0000$',
    examples: ['2026-11-20 15:00:00+0000'],
    description,
  })
}

export function count(description = '') {
  return Type.Integer({ minimum: 0, ...said(description) })
}

/** Values by names that are not known beforehand. */
export function mapOf<Value extends TSchema>(
  value: Value,
  description = '',
): TUnsafe<Record<string, Static<Value>>> {
  return Type.Unsafe({ type: 'object', additionalProperties: value, ...said(description) })
}

/** A name and its value. */
export function fact(description = '') {
  const pair = { type: 'array', items: Type.String(), minItems: 2, maxItems: 2 }
  return Type.Unsafe<[string, string]>({ ...pair, ...said(description) })
}

/** Names with their values, in order. */
export const facts = Type.Array(fact(), { description: 'Names with their values, in order.' })

/** Where an object of the tree stands. */
export const shownEntity = Type.Object({
  id: id('Of the entity.'),
  name: text(),
  kind: word(['psp', 'division', 'merchant', 'channel'], 'Where it stands.'),
})

export type ShownEntity = Shown<typeof shownEntity>

/** Of an answer that repeats another one. */
export const alreadyShown = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'In an answer that repeats another one (`Idempotency-Key`): the members that only the first one has.',
  }),
)

function said(description: string) {
  return description === '' ? {} : { description }
}
