import { invalid } from './errors.ts'

/** What a body has under a name, before its description is asked what it should be. */
export type Raw = string | RawGroup | readonly Raw[]

/** Without a prototype: names come from outside. */
export interface RawGroup {
  [name: string]: Raw
}

const MAX_PAIRS = 1_000
const MAX_DEPTH = 8

/**
 * Reads `a=1&b[c]=2&d[]=3&d[]=4`, as Stripe's API takes bodies and queries.
 * A name twice is refused: Stripe takes the last of them, and no client means that.
 */
export function readForm(text: string): RawGroup {
  const root: RawGroup = Object.create(null)
  if (text === '') return root
  const pairs = text.split('&').filter((pair) => pair !== '')
  if (pairs.length > MAX_PAIRS) throw invalid('There are too many parameters in this request.')
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = decoded(at < 0 ? pair : pair.slice(0, at))
    put(root, pathOf(name), at < 0 ? '' : decoded(pair.slice(at + 1)), name)
  }
  return root
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid('Invalid form encoding.')
  }
}

/** `a[b][]` → `a`, `b`, and an empty piece. */
function pathOf(name: string): readonly string[] {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (found === null) throw invalid(`Invalid parameter name: ${name}`, { param: name })
  const inner = [...(found[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, piece]) => piece ?? '')
  if (inner.length > MAX_DEPTH) throw invalid(`Invalid nesting: ${name}`, { param: name })
  return [found[1] ?? '', ...inner]
}

function put(root: RawGroup, path: readonly string[], value: string, name: string): void {
  let group = root
  for (const [at, piece] of path.entries()) {
    // `[]` appends; later a list is what has the names 0 to n.
    const key = piece === '' ? String(Object.keys(group).length) : piece
    const known = group[key]
    if (at === path.length - 1) {
      if (known !== undefined) throw invalid(`Parameter sent twice: ${name}`, { param: name })
      group[key] = value
      return
    }
    const next: Raw = known ?? Object.create(null)
    if (typeof next === 'string') throw invalid(`Invalid nesting: ${name}`, { param: name })
    group[key] = next
    group = next as RawGroup
  }
}
