import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './document.ts'
import { COMPONENTS, type JsonSchema } from './json-schema.ts'

const HEADER = `/**
 * What requests to the gateway and its answers look like as JSON, for servers in TypeScript. Written
 * by the build out of the tables that the gateway reads requests with.
 */
`

/** TypeScript types of every JSON body of the document; its forms are the same with flat names. */
export function wireTypes(document: OpenApiDocument): string {
  return HEADER + declarations(document, () => true)
}

/** The types of what servers of merchants send and get, and of what they ask lists for. */
export function merchantTypes(document: OpenApiDocument): string {
  const paths = Object.entries(document.paths).filter(([path]) => !path.startsWith('/admin/'))
  const operations = paths.flatMap(([, methods]) => Object.values(methods))
  const reached = reachedBy(document, operations)
  const filters = operations.map(filterType)
  return HEADER + declarations(document, (name) => reached.has(name)) + filters.join('')
}

function declarations({ components }: OpenApiDocument, has: (name: string) => boolean): string {
  const types = Object.entries(components.schemas).filter(
    ([name]) => !name.endsWith('Form') && has(name),
  )
  return types.map(([name, schema]) => declaration(name, schema)).join('')
}

/** The names of all schemas that these operations name, and that those name in turn. */
function reachedBy({ components }: OpenApiDocument, operations: readonly object[]): Set<string> {
  const reached = new Set<string>()
  function add(part: unknown): void {
    for (const [, name = ''] of JSON.stringify(part).matchAll(SCHEMA_NAME)) {
      if (reached.has(name)) continue
      reached.add(name)
      add(components.schemas[name])
    }
  }
  add(operations)
  return reached
}

const SCHEMA_NAME = new RegExp(`"${COMPONENTS}([^"/]+)`, 'g')

/** What a list is asked for, beside its entity: names as they stand in the query. */
function filterType({ operationId, parameters = [] }: OpenApiOperation): string {
  const asked = parameters.filter(
    (each): each is OpenApiParameter => 'in' in each && each.in === 'query',
  )
  if (asked.every(({ name }) => name === 'entityId')) return ''
  const members = asked.map(({ name, description, required, schema }) => {
    const type = schema.type === 'boolean' ? "boolean | 'true' | 'false'" : typeOf(schema)
    return `${comment(description)}readonly '${name}'${required ? '' : '?'}: ${type}\n`
  })
  const name = `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}Filter`
  return `\n/** What \`${operationId}\` takes. */\nexport interface ${name} {\n${members.join('')}}\n`
}

function declaration(name: string, schema: JsonSchema): string {
  const doc = comment(schema.description)
  if (schema.properties === undefined) return `\n${doc}export type ${name} = ${typeOf(schema)}\n`
  return `\n${doc}export interface ${name} ${membersOf(schema)}\n`
}

function membersOf({ properties = {}, required = [] }: JsonSchema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    return `${comment(schema.description)}readonly ${memberName(name)}${optional}: ${typeOf(schema)}\n`
  })
  return `{\n${members.join('')}}`
}

/** Keys of the French scheme have hyphens. */
function memberName(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(COMPONENTS.length)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.properties !== undefined) return membersOf(schema)
  return [schema.type ?? 'string']
    .flat()
    .map((type) => plainType(type, schema))
    .join(' | ')
}

function plainType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'array':
      return `readonly ${isPair(schema) ? pairOf(schema) : `${inArray(typeOf(schema.items ?? {}))}[]`}`
    case 'object':
      return `Readonly<Record<string, ${valueOfMap(schema)}>>`
    case 'integer':
      return 'number'
    default:
      return type
  }
}

function isPair({ minItems, maxItems }: JsonSchema): boolean {
  return minItems === 2 && maxItems === 2
}

function pairOf({ items = {} }: JsonSchema): string {
  return `[${typeOf(items)}, ${typeOf(items)}]`
}

function inArray(type: string): string {
  const isOpen = type.includes(' | ') || type.startsWith('readonly ')
  return isOpen && !type.startsWith('{') ? `(${type})` : type
}

function valueOfMap({ additionalProperties, patternProperties = {} }: JsonSchema): string {
  const [value] = Object.values(patternProperties)
  return typeOf(value ?? (typeof additionalProperties === 'object' ? additionalProperties : {}))
}

function literal(value: string | boolean): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** A description must not end its comment. */
function comment(description: string | undefined): string {
  if (description === undefined || description === '') return ''
  const lines = description.replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
