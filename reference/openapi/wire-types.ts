import type { OpenApiDocument } from './document.ts'
import { COMPONENTS, type JsonSchema } from './json-schema.ts'

const HEADER = `/**
 * What requests to the gateway and its answers look like as JSON, for servers in TypeScript. Written
 * by the build out of the tables that the gateway reads requests with.
 */
`

/** TypeScript types of every JSON body of the document; its forms are the same with flat names. */
export function wireTypes(document: OpenApiDocument): string {
  const { schemas } = document.components
  const types = Object.entries(schemas).filter(([name]) => !name.endsWith('Form'))
  return HEADER + types.map(([name, schema]) => declaration(name, schema)).join('')
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
