import { PAGE_LIMITS } from '../limits.ts'
import type { RawElement } from './raw-page.ts'

/** A node of the DevTools protocol, with what is used of it. */
export interface DomNode {
  readonly nodeName: string
  readonly attributes?: readonly string[]
  readonly children?: readonly DomNode[]
  readonly shadowRoots?: readonly DomNode[]
  readonly contentDocument?: DomNode
  readonly templateContent?: DomNode
  readonly documentURL?: string
  readonly baseURL?: string
}

const INTERESTING = /^(on|href$|action$|formaction$|xlink:href$|http-equiv$)/i

/**
 * Elements that may run code, or say where a form or a policy leads, also in shadow roots and frames of the
 * same process. Throws where there are too many nodes.
 */
export function elementsOf(
  root: DomNode,
  placeOf: (documentUrl: string, isOuter: boolean) => string,
): readonly RawElement[] {
  const found: RawElement[] = []
  const outer = {
    place: placeOf(root.documentURL ?? '', true),
    baseUrl: root.baseURL ?? root.documentURL ?? '',
  }
  const open: { node: DomNode; place: string; baseUrl: string }[] = [{ node: root, ...outer }]
  let nodes = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, ...document } = next
    nodes++
    if (nodes > PAGE_LIMITS.maxNodes) {
      throw new Error(`a document has more than ${PAGE_LIMITS.maxNodes} elements`)
    }
    const attributes = attributesOf(node)
    if ([...attributes.keys()].some((name) => INTERESTING.test(name))) {
      found.push({ ...document, name: node.nodeName.toLowerCase(), attributes })
    }
    const inner = [...(node.children ?? []), ...(node.shadowRoots ?? [])]
    for (const child of inner) open.push({ node: child, ...document })
    const content = node.contentDocument
    if (content !== undefined) {
      const url = content.documentURL ?? ''
      open.push({ node: content, place: placeOf(url, false), baseUrl: content.baseURL ?? url })
    }
  }
  return found
}

function attributesOf({ attributes = [] }: DomNode): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (let at = 0; at + 1 < attributes.length; at += 2) {
    pairs.set((attributes[at] ?? '').toLowerCase(), attributes[at + 1] ?? '')
  }
  return pairs
}
