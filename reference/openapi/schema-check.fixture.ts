import { COMPONENTS, type JsonSchema } from './json-schema.ts'

/** The part of JSON Schema 2020-12 that the document uses, read to the letter. */
export interface SchemaCheck {
  /** Faults of a value, each with its place; none when it fits. */
  faults(value: unknown, schema: JsonSchema): readonly string[]
  /** The schema that a reference names. Throws when there is none. */
  resolve(ref: string): JsonSchema
}

export function schemaCheck(schemas: Readonly<Record<string, JsonSchema>>): SchemaCheck {
  function resolve(ref: string): JsonSchema {
    if (!ref.startsWith(COMPONENTS)) throw new Error(`${ref} is not a reference to a schema`)
    const steps = ref.slice(COMPONENTS.length).split('/')
    let found: unknown = schemas
    for (const step of steps)
      found = (found as Readonly<Record<string, unknown>> | undefined)?.[step]
    if (found === undefined) throw new Error(`${ref} leads nowhere`)
    return found as JsonSchema
  }

  function faults(value: unknown, schema: JsonSchema, place = ''): readonly string[] {
    if (schema.$ref !== undefined) return faults(value, resolve(schema.$ref), place)
    if (schema.anyOf !== undefined) {
      const all = schema.anyOf.map((one) => faults(value, one, place))
      return all.some((one) => one.length === 0) ? [] : all.flat()
    }
    const own = ownFaults(value, schema).map((fault) => `${place} ${fault}`)
    if (typeof value !== 'object' || value === null) return own
    const inner = Object.entries(value).flatMap(([name, member]) => {
      const within = Array.isArray(value) ? (schema.items ?? {}) : memberSchema(name, schema)
      const at = `${place}/${name}`
      return within === undefined ? [`${at} is not allowed`] : faults(member, within, at)
    })
    return [...own, ...inner]
  }

  return { faults, resolve }
}

/** `undefined`: no such member may be there. */
function memberSchema(name: string, schema: JsonSchema): JsonSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties = true } = schema
  if (Object.hasOwn(properties, name)) return properties[name]
  const matching = Object.entries(patternProperties).find(([shape]) =>
    new RegExp(shape, 'u').test(name),
  )
  if (matching !== undefined) return matching[1]
  if (typeof additionalProperties === 'object') return additionalProperties
  return additionalProperties ? {} : undefined
}

function ownFaults(value: unknown, schema: JsonSchema): readonly string[] {
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (types !== undefined && !types.some((type) => isOfType(value, type))) {
    return [`is not ${types.join(' or ')}`]
  }
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) {
    return ['is not in the list']
  }
  if (schema.const !== undefined && value !== schema.const) return ['is another constant']
  if (typeof value === 'string') return textFaults(value, schema)
  if (typeof value === 'number') return numberFaults(value, schema)
  return (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value as object, name))
    .map((name) => `${name} is required`)
}

function textFaults(value: string, schema: JsonSchema): readonly string[] {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const length = [...value].length
  if (length < minLength || length > maxLength) return ['has a wrong length']
  return pattern === undefined || new RegExp(pattern, 'u').test(value) ? [] : ['does not match']
}

function numberFaults(value: number, schema: JsonSchema): readonly string[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  return value < minimum || value > maximum ? ['is out of range'] : []
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
