import { type Operation, parametersOf } from '../../server/parameters/operations.ts'
import { valueWords } from '../../server/parameters/value-words.ts'
import type { Components } from './components.ts'
import type { JsonSchema } from './json-schema.ts'
import { meaningOf } from './meanings.ts'
import { type Leaf, parameterTree } from './parameter-tree.ts'
import { portablePattern } from './portable-pattern.ts'
import { rulesInWords, type TakenParameter, takenParameters } from './taken-parameters.ts'
import { valueSchema } from './value-schema.ts'

/** The two bodies of an operation: what JSON nests, forms write with dots and brackets. */
export interface BodySchemas {
  readonly json: JsonSchema
  readonly form: JsonSchema
}

/** An operation's body by the name that it gets; `partial`: without what it requires. */
export interface NamedBody {
  readonly operation: Operation
  readonly component: string
  readonly partial: boolean
}

/** Writes the bodies of an operation under `component` and `component` + `Form`. */
export function bodySchemas(
  { operation, component, partial }: NamedBody,
  components: Components,
): BodySchemas {
  const all = takenParameters(operation)
  const taken = partial ? all.map((parameter) => ({ ...parameter, required: false })) : all
  const rules = rulesInWords(operation)
  const tree = parameterTree(taken.map(leafOf), true)
  const nested = [...tree.members].map(([name, schema]): [string, JsonSchema] => [
    name,
    schema.type === 'object' ? components.name(capitalised(name), component, schema) : schema,
  ])
  const json = components.name(component, '', {
    type: 'object',
    ...(rules.length === 0 ? {} : { description: rules.join('\n\n') }),
    properties: Object.fromEntries([...nested, ...ignoredMembers(operation)]),
    ...(tree.required.length === 0 ? {} : { required: tree.required }),
    additionalProperties: false,
  })
  const placeOf = new Map(nested.map(([name, { $ref }]) => [name, $ref]))
  const form = formSchema(operation, taken, (name) => pointerTo(name, placeOf, json.$ref))
  return { json, form: components.name(`${component}Form`, '', form) }
}

function leafOf({ name, row, type, required, keyPrefix }: TakenParameter): Leaf {
  const description = [
    row.meaning ?? meaningOf(name),
    `Takes ${valueWords(type)}.`,
    requirementWords(row, required),
    // Not as `default`: generators of clients then demand the parameter.
    row.default === undefined ? '' : `${row.default} when absent.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
  const schema = { ...valueSchema(type), description }
  const key = row.key === undefined ? {} : { key: keyShape(row.key.pattern, keyPrefix) }
  return { name, schema: withoutExample(schema, row), required, ...key }
}

/** A search for card numbers in the document must find only those of the examples. */
function withoutExample(schema: JsonSchema, { secret }: TakenParameter['row']): JsonSchema {
  if (secret === undefined) return schema
  const { examples: _, ...rest } = schema
  return rest
}

function requirementWords(
  { requirement, testOnly }: TakenParameter['row'],
  required: boolean,
): string {
  const isConditional = requirement === 'conditional' && !required
  const conditional = isConditional ? 'Required in some circumstances.' : ''
  const test = testOnly ? 'In the test environment only.' : ''
  return `${conditional} ${test}`.trim()
}

function keyShape(pattern: RegExp, prefix: string): string {
  const shape = portablePattern(pattern).slice(1, -1)
  if (prefix === '') return shape
  return (
    prefix +
    shape.replace(/\{(\d+),(\d+)\}$/, (_, min: string, max: string) => {
      const [fewest, most] = [min, max].map((count) => Math.max(Number(count) - prefix.length, 0))
      return `{${fewest},${most}}`
    })
  )
}

function formSchema(
  operation: Operation,
  taken: readonly TakenParameter[],
  referTo: (name: string) => JsonSchema,
): JsonSchema {
  const plain = taken.filter(({ name }) => !name.includes('['))
  const patterned = taken.filter(({ name }) => name.includes('['))
  const required = taken.filter((parameter) => parameter.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...plain.map(({ name }): [string, JsonSchema] => [name, referTo(name)]),
      ...ignoredMembers(operation),
    ]),
    ...(patterned.length === 0 ? {} : { patternProperties: patternsOf(patterned, referTo) }),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

function patternsOf(
  patterned: readonly TakenParameter[],
  referTo: (name: string) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    patterned.map((parameter) => {
      const { name, row, keyPrefix } = parameter
      const key = row.key === undefined ? '' : keyShape(row.key.pattern, keyPrefix)
      const shape = name
        .replaceAll(/[.[\]]/g, '\\$&')
        .replaceAll('\\[n\\]', '\\[(0|[1-9][0-9]{0,2})\\]')
        .replace('\\[key\\]', () => `\\[${key}\\]`)
      // A pattern as part of a pointer would have to be escaped twice: maps have one row anyway.
      return [`^${shape}$`, row.key === undefined ? referTo(name) : leafOf(parameter).schema]
    }),
  )
}

/** Where the schema of a parameter stands inside the JSON body. */
function pointerTo(
  name: string,
  placeOf: ReadonlyMap<string, string | undefined>,
  body: string,
): JsonSchema {
  const [first = '', ...rest] = withDots(name).split('.')
  const steps = rest.map((step) => (step === '[n]' ? '/items' : `/properties/${step}`))
  return { $ref: `${placeOf.get(first) ?? `${body}/properties/${first}`}${steps.join('')}` }
}

/** Lists, and fixed keys of maps, are members of a schema like others. */
function withDots(name: string): string {
  return name.replaceAll('[n]', '.[n]').replaceAll(/\[([^\]]{2,})\]/g, '.$1')
}

function ignoredMembers(operation: Operation): [string, JsonSchema][] {
  const { ignored = [] } = parametersOf(operation)
  return ignored.map((name) => [name, { type: 'string', description: 'Ignored.' }])
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
