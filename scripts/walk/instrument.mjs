import { relative } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '../prepare/root.mjs'

/** Where the functions of the instrumented code say that they are called: `globalThis[CALLED](file)`. */
export const CALLED = '__tillgateCalled'

/** Ours, and run by the gateway's own thread; tests and fixtures are not. */
const WALKED = /^(acquirers|common|reference|sandbox|server)\/(?!.*\.fixture\.ts$).*\.ts$/

/**
 * Lets every function of the gateway say that it is called, and in which file it stands.
 *
 * @returns {import('vite').Plugin}
 */
export function instrumented() {
  return {
    name: 'instrumented',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(ROOT, id)
      return WALKED.test(path) ? { code: instrument(code, path), map: null } : null
    },
  }
}

/** @param {string} code @param {string} path */
function instrument(code, path) {
  /** @type {[at: number, text: string][]} */
  const insertions = []
  const call = `globalThis.${CALLED}?.(${JSON.stringify(path)})`
  visit(parseSync(path, code).program, (node) => {
    const { type, body } = node
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) || !body)
      return
    if (body.type === 'BlockStatement' || body.type === 'FunctionBody') {
      insertions.push([body.start + 1, `${call};`])
    } else insertions.push([body.start, `(${call},`], [body.end, ')'])
  })
  return insertions
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), code)
}

/**
 * @typedef {{ type: string, start: number, end: number, body?: Node }} Node
 * @param {unknown} value @param {(node: Node) => void} see
 */
function visit(value, see) {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see)
  } else if (value !== null && typeof value === 'object') {
    if ('type' in value) see(/** @type {Node} */ (value))
    for (const each of Object.values(value)) visit(each, see)
  }
}
