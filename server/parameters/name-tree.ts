/**
 * Finds what belongs to a name of the wire by looking up pieces of it, without building a normalised
 * name: `cart.items[12].name` is `.name` in the tree of the list `cart.items`.
 */
export interface NameTree<Entry extends object> {
  readonly plain: ReadonlyMap<string, Leaf<Entry>>
  /** The same as `plain`, by ordinal. */
  readonly leaves: readonly Leaf<Entry>[]
  /** By the text before `[n]`; names in the tree begin after the bracket. */
  readonly lists: ReadonlyMap<string, NameTree<Entry>>
  /** By the text before `[key]`. */
  readonly maps: ReadonlyMap<string, Entry>
  /** Maps whose keys are fixed: their parameters are plain, brackets and all. */
  readonly fixedMaps: ReadonlySet<string>
}

export interface Leaf<Entry extends object> {
  readonly name: string
  /** Position among the leaves of its tree. */
  readonly ordinal: number
  readonly entry: Entry
}

interface GrowingTree<Entry extends object> extends NameTree<Entry> {
  readonly plain: Map<string, Leaf<Entry>>
  readonly leaves: Leaf<Entry>[]
  readonly lists: Map<string, GrowingTree<Entry>>
  readonly maps: Map<string, Entry>
  readonly fixedMaps: Set<string>
}

/** Takes names as the tables write them, with `[n]` and `[key]`; the later one of a name counts. */
export function nameTree<Entry extends object>(
  entries: Iterable<readonly [name: string, entry: Entry]>,
): NameTree<Entry> {
  const tree = emptyTree<Entry>()
  for (const [name, entry] of new Map(entries)) add(tree, name, entry)
  return tree
}

function emptyTree<Entry extends object>(): GrowingTree<Entry> {
  return {
    plain: new Map(),
    leaves: [],
    lists: new Map(),
    maps: new Map(),
    fixedMaps: new Set(),
  }
}

function add<Entry extends object>(tree: GrowingTree<Entry>, name: string, entry: Entry): void {
  const list = name.indexOf('[n]')
  if (list === -1) {
    addLeaf(tree, name, entry)
    return
  }
  const head = name.slice(0, list)
  const items = tree.lists.get(head) ?? emptyTree<Entry>()
  tree.lists.set(head, items)
  add(items, name.slice(list + '[n]'.length), entry)
}

function addLeaf<Entry extends object>(tree: GrowingTree<Entry>, name: string, entry: Entry): void {
  if (name.endsWith('[key]')) {
    tree.maps.set(name.slice(0, -'[key]'.length), entry)
    return
  }
  const leaf = { name, ordinal: tree.leaves.length, entry }
  tree.plain.set(name, leaf)
  tree.leaves.push(leaf)
  if (name.endsWith(']')) tree.fixedMaps.add(name.slice(0, name.indexOf('[')))
}

/** Looks one name up, outside of any request. */
export function locate<Entry extends object>(
  tree: NameTree<Entry>,
  name: string,
): Entry | undefined {
  return entryAt(tree, name, 0, isIndex)
}

/** The entry of the rest of a name that begins at `start`, whose indices must be as `accepts` says. */
export function entryAt<Entry extends object>(
  tree: NameTree<Entry>,
  name: string,
  start: number,
  accepts: (index: string) => boolean,
): Entry | undefined {
  const open = name.indexOf('[', start)
  if (open === -1) return tree.plain.get(name.slice(start))?.entry
  const head = name.slice(start, open)
  const map = tree.maps.get(head)
  if (map !== undefined) return name.endsWith(']') ? map : undefined
  const items = tree.lists.get(head)
  if (items === undefined) return tree.plain.get(name.slice(start))?.entry
  const close = name.indexOf(']', open)
  if (close === -1 || !accepts(name.slice(open + 1, close))) return undefined
  return entryAt(items, name, close + 1, accepts)
}

/** The key of a map's parameter: the text between the first bracket and the last. */
export function keyOf(name: string): string {
  return name.slice(name.indexOf('[') + 1, -1)
}

/** 0 to 999, without leading zeros (`MAX_LIST_ITEMS`). */
export function isIndex(text: string): boolean {
  return INDEX.test(text)
}

const INDEX = /^(?:0|[1-9][0-9]{0,2})$/
