import { posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * A node of the syntax tree: only what is asked of it here.
 *
 * @typedef {{ type: string, start: number, end: number, [member: string]: any }} Node
 * @typedef {{ start: number, end: number, by: string }} Edit
 */

/**
 * A file that lists features or makes them, without some: imports of their folders are gone, and what stands on
 * these. In a list it is left out, a constant of it too; as a value it is `undefined`, and the compiler says
 * whether that is taken.
 *
 * @param {string} path in the project
 * @param {string} text
 * @param {(target: string) => boolean} isGone whether a file of the project is gone
 * @param {ReadonlySet<string>} names under which what the features make is kept: `joined.risk`
 */
export function takeOutOf(path, text, isGone, names) {
  const { program } = parseSync(path, text)
  /** @type {Edit[]} */
  const edits = []
  /** @type {Set<string>} */
  const gone = new Set()
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('.')) continue
    if (!isGone(posix.join(posix.dirname(path), node.source.value))) continue
    for (const { local } of node.specifiers) gone.add(local.name)
    edits.push({ start: node.start, end: node.end + 1, by: '' })
  }
  /** @type {Taking} */
  const taking = { text, gone, names, edits }
  const statements = program.body.filter(({ type }) => type !== 'ImportDeclaration')
  take(/** @type {any} */ (statements), taking)
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, { start, end, by }) => left.slice(0, start) + by + left.slice(end), text)
}

/** @typedef {{ text: string, gone: Set<string>, names: ReadonlySet<string>, edits: Edit[] }} Taking */

/** @param {Node} node @param {Taking} taking @returns {boolean} Whether it stands on what is gone. */
function isOfGone(node, { gone, names }) {
  const again = (/** @type {Node} */ inner) => isOfGone(inner, { text: '', gone, names, edits: [] })
  switch (node.type) {
    case 'Identifier':
      return gone.has(node.name)
    case 'ChainExpression':
      return again(node.expression)
    case 'MemberExpression':
      return again(node.object) || names.has(node.property.name)
    case 'CallExpression':
      return again(node.callee) || node.arguments.some(again)
    default:
      return false
  }
}

/** @param {unknown} value @param {Taking} taking */
function take(value, taking) {
  if (Array.isArray(value)) {
    for (const each of value) take(each, taking)
  } else if (value !== null && typeof value === 'object' && 'type' in value) {
    const node = /** @type {Node} */ (value)
    if (!takeNode(node, taking)) for (const each of Object.values(node)) take(each, taking)
  }
}

/** @param {Node} node @param {Taking} taking @returns {boolean} Whether nothing in it is left to look at. */
function takeNode(node, taking) {
  const { text, gone, edits } = taking
  const isGone = (/** @type {Node} */ inner) => isOfGone(inner, taking)
  const withComma = () => ({ start: node.start, end: afterComma(text, node.end), by: '' })
  switch (node.type) {
    case 'VariableDeclaration': {
      const [{ id, init }] = node.declarations
      if (init === null || !isGone(init)) return false
      gone.add(id.name)
      edits.push({ start: node.start, end: node.end, by: '' })
      return true
    }
    case 'SpreadElement':
      if (isGone(node.argument)) edits.push(withComma())
      return isGone(node.argument)
    case 'ArrayExpression':
      for (const one of node.elements) {
        if (isGone(one)) edits.push({ start: one.start, end: afterComma(text, one.end), by: '' })
      }
      take(
        node.elements.filter((/** @type {Node} */ one) => !isGone(one)),
        taking,
      )
      return true
    case 'Property': {
      if (!isGone(node.value)) return false
      edits.push({ start: node.key.end, end: node.value.end, by: ': undefined' })
      return true
    }
    case 'LogicalExpression':
      if (isGone(node.left)) edits.push({ start: node.left.start, end: node.right.start, by: '' })
      return isGone(node.left)
    case 'TSPropertySignature':
      if (!mentions(node, gone)) return false
      edits.push({ start: node.typeAnnotation.start, end: node.end, by: ': undefined' })
      return true
    default:
      return false
  }
}

/** @param {Node} node @param {ReadonlySet<string>} names @returns {boolean} */
function mentions(node, names) {
  if (node.type === 'Identifier') return names.has(node.name)
  return Object.values(node).some((member) =>
    [member].flat().some((each) => each?.type !== undefined && mentions(each, names)),
  )
}

/** @param {string} text @param {number} end */
function afterComma(text, end) {
  return end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0)
}
