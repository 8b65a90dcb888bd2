import { type JsonSchema, reference } from './json-schema.ts'

/** The named schemas of the document, while it is written. */
export interface Components {
  /**
   * Names a schema and answers the reference to it. The same schema under the same name is there
   * once; another one under a taken name gets the name of its owner in front.
   */
  name(wanted: string, owner: string, schema: JsonSchema): JsonSchema & { readonly $ref: string }
  all(): Readonly<Record<string, JsonSchema>>
}

export function createComponents(): Components {
  const schemas = new Map<string, JsonSchema>()
  const isFree = (name: string, schema: JsonSchema) => {
    const taken = schemas.get(name)
    return taken === undefined || JSON.stringify(taken) === JSON.stringify(schema)
  }
  return {
    name(wanted, owner, schema) {
      const name = [wanted, `${owner}${wanted}`].find((candidate) => isFree(candidate, schema))
      if (name === undefined) throw new Error(`Two schemas are called ${owner}${wanted}`)
      schemas.set(name, schema)
      return reference(name) as JsonSchema & { readonly $ref: string }
    },
    all: () => Object.fromEntries(schemas),
  }
}
