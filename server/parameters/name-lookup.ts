import { MAX_LIST_ITEMS } from './limits.ts'
import { entryAt, isIndex, type Leaf, type NameTree } from './name-tree.ts'

/** One item of a list, such as `cart.items[12]`. */
interface Item<Entry extends object> {
  readonly path: string
  readonly tree: NameTree<Entry>
  /** By ordinal of the leaf: whether it was found in this item. */
  readonly found: Uint8Array
  /** By ordinal of a leaf, plus one: the leaf that followed it last, in any item of the list. */
  readonly order: number[]
  /** Ordinal of the leaf that was found last; -1 at the beginning. */
  last: number
}

/**
 * Looks the names of one request up. The indices of found names are noted in `indices`.
 *
 * Most parameters of a large request stand in a list, follow each other within their item, and stand
 * in the same order in the next one. So the item of the last name is tried first, and in it the leaf
 * that is next in order, which costs a comparison where a lookup costs a hash of the text: for a cart
 * of 1,000 items with 17 parameters each that is 1.6 ms instead of 3.
 */
export class NameLookup<Entry extends object> {
  readonly indices = new ListIndices()
  readonly #tree: NameTree<Entry>
  /** Both are made with the first list: most requests send none. */
  #items: Map<string, Item<Entry>> | undefined
  #orders: Map<NameTree<Entry>, number[]> | undefined
  #item: Item<Entry> | undefined
  #foundInItem = false
  #repeated = false

  constructor(tree: NameTree<Entry>) {
    this.#tree = tree
  }

  /** Whether the name that was found last is in a list. */
  get foundInItem(): boolean {
    return this.#foundInItem
  }

  /** Whether it does, and was found before. */
  get repeated(): boolean {
    return this.#repeated
  }

  /** The entry; `undefined` when there is none; a sentence when only the index of the name is wrong. */
  find(name: string): Entry | string | undefined {
    this.#foundInItem = false
    this.#repeated = false
    const item = this.#item
    // Not `startsWith`, which compares letter by letter: 60 ns a name instead of 25.
    if (item === undefined || name.indexOf(item.path) !== 0) {
      return this.#findIn(this.#tree, name, 0, undefined)
    }
    const next = item.tree.leaves[item.order[item.last + 1] ?? -1]
    if (next !== undefined && isAt(name, item.path.length, next.name)) return this.#take(item, next)
    return this.#findIn(item.tree, name, item.path.length, item)
  }

  #findIn(
    tree: NameTree<Entry>,
    name: string,
    start: number,
    item: Item<Entry> | undefined,
  ): Entry | string | undefined {
    const open = name.indexOf('[', start)
    if (open !== -1) {
      const head = name.slice(start, open)
      const items = tree.lists.get(head)
      if (items !== undefined) return this.#findInList(items, name, open)
      const map = tree.maps.get(head)
      if (map !== undefined) return name.endsWith(']') ? map : undefined
    }
    const leaf = tree.plain.get(start === 0 ? name : name.slice(start))
    return leaf !== undefined && item !== undefined ? this.#take(item, leaf) : leaf?.entry
  }

  #findInList(items: NameTree<Entry>, name: string, open: number): Entry | string | undefined {
    const close = name.indexOf(']', open)
    if (close === -1) return undefined
    const index = name.slice(open + 1, close)
    if (!isIndex(index)) {
      return entryAt(items, name, close + 1, () => true) === undefined ? undefined : BAD_INDEX
    }
    const item = this.#itemAt(name.slice(0, close + 1), items)
    const found = this.#findIn(items, name, close + 1, item)
    if (typeof found === 'object') this.indices.note(name.slice(0, open), Number(index))
    return found
  }

  #itemAt(path: string, tree: NameTree<Entry>): Item<Entry> {
    this.#items ??= new Map()
    this.#orders ??= new Map()
    const known = this.#items.get(path)
    if (known !== undefined) return known
    const order = this.#orders.get(tree) ?? []
    this.#orders.set(tree, order)
    const item = { path, tree, found: new Uint8Array(tree.leaves.length), order, last: -1 }
    this.#items.set(path, item)
    return item
  }

  #take(item: Item<Entry>, leaf: Leaf<Entry>): Entry {
    item.order[item.last + 1] = leaf.ordinal
    item.last = leaf.ordinal
    this.#repeated = item.found[leaf.ordinal] === 1
    item.found[leaf.ordinal] = 1
    this.#item = item
    this.#foundInItem = true
    return leaf.entry
  }
}

function isAt(name: string, start: number, end: string): boolean {
  return name.length === start + end.length && name.endsWith(end)
}

const BAD_INDEX = `has an index that is not a whole number from 0 to ${MAX_LIST_ITEMS - 1} without leading zeros`

/** The indices that one request has sent of each list, to find those that were left out. */
export class ListIndices {
  /** Made with the first one: most requests send no list. */
  #sent: Map<string, boolean[]> | undefined

  /** `list` is the path before the bracket: `cart.items`. */
  note(list: string, index: number): void {
    this.#sent ??= new Map()
    const sent = this.#sent.get(list)
    if (sent !== undefined) {
      sent[index] = true
      return
    }
    const first: boolean[] = []
    first[index] = true
    this.#sent.set(list, first)
  }

  /** The first index that is missing, and the last that was sent, of each list that has a gap. */
  gaps(): readonly { readonly list: string; readonly missing: number; readonly last: number }[] {
    if (this.#sent === undefined) return []
    return [...this.#sent]
      .map(([list, sent]) => ({
        list,
        missing: sent.findIndex((present) => present !== true),
        last: sent.length - 1,
      }))
      .filter(({ missing }) => missing !== -1)
  }
}
