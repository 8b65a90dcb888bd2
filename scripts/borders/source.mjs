import { posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * What the borders are about in one source file.
 *
 * @typedef {{ target: string, isRelative: boolean, isType: boolean, isDynamic: boolean, line: number }} Import
 *   `target`: path in the project, or the name of a package
 * @typedef {{
 *   path: string, imports: readonly Import[], clockLines: readonly number[],
 *   requestLines: readonly number[], needs: readonly string[] | undefined,
 * }} Source
 *   `requestLines`: what can send an HTTP request; `needs`: of the manifest of a feature
 */

/** @param {string} path in the project @param {string} text @returns {Source} */
export function readSource(path, text) {
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse`)
  /** @type {Import[]} */
  const imports = []
  /** @type {number[]} */
  const clockLines = []
  /** @type {number[]} */
  const requestLines = []
  walk(parsed.program, (node) => {
    const line = () => text.slice(0, node.start).split('\n').length
    const specifier = node.source?.value
    if (typeof specifier === 'string') {
      const isRelative = specifier.startsWith('.')
      const target = isRelative ? resolve(path, specifier) : specifier
      const isDynamic = node.type === 'ImportExpression'
      imports.push({ target, isRelative, isType: isTypeImport(node), isDynamic, line: line() })
    }
    if (readsClock(node)) clockLines.push(line())
    if (sendsRequests(node)) requestLines.push(line())
  })
  return { path, imports, clockLines, requestLines, needs: needsOf(path, text) }
}

/**
 * A node of the syntax tree: only what is asked of it here.
 *
 * @typedef {{
 *   type: string, start: number, source?: { value?: unknown }, importKind?: string,
 *   exportKind?: string, specifiers?: readonly Specifier[],
 *   callee?: Node, arguments?: readonly unknown[], object?: Node, property?: Node, name?: string,
 * }} Node
 * @typedef {{ type: string, importKind?: string, exportKind?: string, imported?: { name?: string } }} Specifier
 */

/** @param {unknown} value @param {(node: Node) => void} visit */
function walk(value, visit) {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit)
  } else if (value !== null && typeof value === 'object') {
    if ('type' in value) visit(/** @type {Node} */ (value))
    for (const each of Object.values(value)) walk(each, visit)
  }
}

/** The file behind a specifier; Vite's `?raw` and the like are ways to read it. @param {string} path @param {string} specifier */
function resolve(path, specifier) {
  const file = specifier.replace(/\?.*$/, '')
  return posix.join(posix.dirname(path), file)
}

/** @param {Node} node */
function isTypeImport(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const specifiers = node.specifiers ?? []
  return (
    specifiers.length > 0 &&
    specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type')
  )
}

/** `Date.now`, `new Date()` and `Date()`. @param {Node} node */
function readsClock(node) {
  const member = node.type === 'MemberExpression' && node.property?.name === 'now'
  if (member) return node.object?.name === 'Date'
  if (node.callee?.name !== 'Date') return false
  return node.type === 'CallExpression' || node.arguments?.length === 0
}

/** What of `node:http` and `node:https` has to do with servers alone. */
const OF_SERVERS = new Set(['createServer', 'Server', 'validateHeaderName', 'validateHeaderValue'])

/** `fetch(…)`, and what sends requests among the imports of `node:http` and `node:https`. @param {Node} node */
function sendsRequests(node) {
  if (node.type === 'CallExpression' && node.callee?.name === 'fetch') return true
  if (node.type !== 'ImportDeclaration' || isTypeImport(node)) return false
  if (!/^(node:)?https?$/.test(String(node.source?.value))) return false
  return (node.specifiers ?? []).some(
    ({ importKind, imported }) =>
      // A default or namespace import has no imported name, and has everything.
      importKind !== 'type' && !OF_SERVERS.has(imported?.name ?? ''),
  )
}

/** The features that a manifest names as needed. @param {string} path @param {string} text */
export function needsOf(path, text) {
  if (!path.endsWith('/feature.ts')) return undefined
  const list = /\n {2}needs: \[([^\]]*)\]/.exec(text)?.[1] ?? ''
  return [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? '')
}
