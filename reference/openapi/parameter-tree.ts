import { MAX_LIST_ITEMS } from '../../server/parameters/limits.ts'
import type { JsonSchema } from './json-schema.ts'

/** One parameter's place in the nested object that a JSON body is. */
export interface Leaf {
  /** As the tables write it: `cart.items[n].price`. */
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** For maps: what their keys look like. */
  readonly key?: string
}

interface Node {
  readonly members: Map<string, Node>
  readonly leaf?: Leaf
}

/** Members of the outermost object, by name: for JSON what `toTree` makes of flat names. */
export interface ParameterTree {
  readonly members: ReadonlyMap<string, JsonSchema>
  /** Those that hold a required parameter. */
  readonly required: readonly string[]
}

/** How the segments of a map and of a list are kept in the tree. */
const KEY = '[key]'
const INDEX = '[n]'

/** Builds nested schemas out of flat names; `closed`: no other members are taken. */
export function parameterTree(leaves: readonly Leaf[], closed: boolean): ParameterTree {
  const root: Node = { members: new Map() }
  for (const leaf of leaves) place(root, segmentsOf(leaf.name), leaf)
  const entries = [...root.members]
  return {
    members: new Map(entries.map(([name, node]) => [name, schemaOf(node, closed)])),
    required: requiredOf(root),
  }
}

/** `cart.items[n].price` is cart, items, [n], price; a fixed key of a map is a member like others. */
function segmentsOf(name: string): readonly string[] {
  const segments = name.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []
  return segments.map((one) => (one === KEY || one === INDEX ? one : one.replace(/^\[|\]$/g, '')))
}

function place(root: Node, segments: readonly string[], leaf: Leaf): void {
  let node = root
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1
    const found: Node = node.members.get(segment) ?? {
      members: new Map(),
      ...(isLast ? { leaf } : {}),
    }
    node.members.set(segment, found)
    node = found
  }
}

function schemaOf({ members, leaf }: Node, closed: boolean): JsonSchema {
  if (leaf !== undefined) return leaf.schema
  const item = members.get(INDEX)
  if (item !== undefined) {
    return { type: 'array', maxItems: MAX_LIST_ITEMS, items: schemaOf(item, closed) }
  }
  const map = members.get(KEY)?.leaf
  if (map !== undefined) return mapSchema(map, closed)
  return objectSchema(members, closed)
}

function objectSchema(members: ReadonlyMap<string, Node>, closed: boolean): JsonSchema {
  const required = requiredOf({ members })
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...members].map(([name, node]) => [name, schemaOf(node, closed)]),
    ),
    ...(required.length === 0 ? {} : { required }),
    ...(closed ? { additionalProperties: false } : {}),
  }
}

function mapSchema({ schema, key }: Leaf, closed: boolean): JsonSchema {
  if (!closed || key === undefined) return { type: 'object', additionalProperties: schema }
  return {
    type: 'object',
    patternProperties: { [`^${key}$`]: schema },
    additionalProperties: false,
  }
}

function requiredOf({ members }: { readonly members: ReadonlyMap<string, Node> }): string[] {
  return [...members].filter(([, node]) => holdsRequired(node)).map(([name]) => name)
}

function holdsRequired({ members, leaf }: Node): boolean {
  return leaf?.required ?? [...members.values()].some(holdsRequired)
}
