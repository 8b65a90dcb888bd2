/** The part of JSON Schema 2020-12 that the document uses (OpenAPI 3.1, Schema Object). */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: JsonType | readonly JsonType[]
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly const?: string
  readonly enum?: readonly (string | boolean)[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly anyOf?: readonly JsonSchema[]
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'

/** Where named schemas stand in the document. */
export const COMPONENTS = '#/components/schemas/'

export function reference(component: string): JsonSchema {
  return { $ref: `${COMPONENTS}${component}` }
}
