import { isMapName } from './tables.ts'

/** A parameter's value, or what holds further ones: nested objects, lists and maps. */
export type ParameterTree = string | ParameterTree[] | { [name: string]: ParameterTree }

/**
 * Builds the nested object that answers show out of flat names: dots become objects, `[n]` lists,
 * `[key]` maps. Names are those that `validate` let through; whatever else they are, only objects of
 * the tree itself are written to. Throws when one name is the beginning of another one's path.
 * `root` may have members already: the new ones follow them.
 */
export function toTree(flat: Readonly<Record<string, string>>, root: TreeRoot = {}): TreeRoot {
  let item: Item | undefined
  for (const name of Object.keys(flat)) {
    const value = flat[name] ?? ''
    if (item !== undefined && isPlainIn(item, name)) {
      write(item.container, name.slice(item.within.length), value)
    } else {
      item = itemOf(name, addToTree(root, name, value))
    }
  }
  return root
}

/** An item of a list that was written to last: mostly its other members follow. */
interface Item {
  /** `cart.items[12].` */
  readonly within: string
  readonly container: Container
}

function itemOf(name: string, container: Container): Item | undefined {
  const end = name.lastIndexOf('].')
  if (end === -1 || NESTED.test(name.slice(end + 2))) return undefined
  return { within: name.slice(0, end + 2), container }
}

function isPlainIn({ within }: Item, name: string): boolean {
  return (
    name.startsWith(within) &&
    name.indexOf('.', within.length) === -1 &&
    name.indexOf('[', within.length) === -1
  )
}

/** The flat names and values of a tree: what `toTree` made it of, in the order of the tree. */
export function flatTree(root: object): Record<string, string> {
  const flat: Record<string, string> = {}
  addFlat(flat, root, '')
  return flat
}

function addFlat(flat: Record<string, string>, container: object, path: string): void {
  for (const [key, value] of Object.entries(container)) {
    const name = path === '' ? key : childName(container, path, key)
    // A list that lacks an item has null in its place.
    if (typeof value === 'string') flat[name] = value
    else if (value !== null) addFlat(flat, value as object, name)
  }
}

/** The flat name of a member: of lists and of the tables' maps in brackets. */
export function childName(container: object, path: string, key: string): string {
  return Array.isArray(container) || isMapName(path) ? `${path}[${key}]` : `${path}.${key}`
}

export type TreeRoot = { [name: string]: ParameterTree }

/** Puts one flat name and its value into a tree; answers the object or list that holds it now. */
export function addToTree(root: TreeRoot, name: string, value: string): Container {
  const path = knownPath(name)
  if (path !== undefined) return place(root, path, value)
  write(root, name, value)
  return root
}

/** Most names of most requests are plain. */
const NESTED = /[.[]/

type Path = readonly (string | number)[]

/** How many names are remembered with their paths: most answers are made of the same few dozen. */
const MAX_REMEMBERED = 1000
const paths = new Map<string, Path | undefined>()

/** The path of a nested name; nothing for a plain one. */
function knownPath(name: string): Path | undefined {
  const known = paths.get(name)
  if (known !== undefined || paths.has(name)) return known
  const path = NESTED.test(name) ? pathOf(name) : undefined
  // One long list would take the places of all other names.
  if (paths.size < MAX_REMEMBERED && !LIST.test(name)) paths.set(name, path)
  return path
}

const LIST = /\[[0-9]+\]/

type Container = ParameterTree[] | { [name: string]: ParameterTree }

/** `cart.items[0].name` is cart, items, 0, name; `customParameters[a.b]` is customParameters, a.b. */
function pathOf(name: string): Path {
  const open = name.indexOf('[')
  if (open !== -1 && isMapName(name.slice(0, open))) {
    return [...name.slice(0, open).split('.'), name.slice(open + 1, -1)]
  }
  return name
    .split(/[.[]/)
    .map((segment) => (/^[0-9]{1,3}\]$/.test(segment) ? Number.parseInt(segment, 10) : segment))
    .map((segment) => (typeof segment === 'string' ? segment.replace(/\]$/, '') : segment))
}

function place(root: Container, path: Path, value: string): Container {
  let container = root
  for (let at = 0; at < path.length; at++) {
    const segment = path[at] ?? ''
    if (at === path.length - 1) {
      write(container, segment, value)
      return container
    }
    const existing = read(container, segment)
    if (typeof existing === 'string') throw new Error(`${path.join('.')} lies inside a value`)
    const child = existing ?? (typeof path[at + 1] === 'number' ? [] : {})
    if (existing === undefined) write(container, segment, child)
    container = child
  }
  return container
}

function read(container: Container, segment: string | number): ParameterTree | undefined {
  return Object.hasOwn(container, segment)
    ? (container as Record<string | number, ParameterTree>)[segment]
    : undefined
}

function write(container: Container, segment: string | number, value: ParameterTree): void {
  // Assigning to __proto__ would change what the object inherits instead of what it holds.
  if (segment === '__proto__') {
    Object.defineProperty(container, segment, { value, enumerable: true, writable: true })
  } else {
    ;(container as Record<string | number, ParameterTree>)[segment] = value
  }
}
