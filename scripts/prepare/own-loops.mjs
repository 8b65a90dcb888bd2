/**
 * `for (name in object)` also goes through what a page has added to `Object.prototype`, and libraries of ours use
 * it. One such member left half a form: it was taken for an attribute, and what is no function was called.
 */

/** @typedef {{ readonly type: string, readonly start: number, readonly end: number }} Node */
/** @typedef {Node & { readonly left: Node, readonly right: Node }} Loop */

/**
 * Lets each `for … in` of a script go through the object's own members alone.
 *
 * @param {string} code
 * @param {(code: string) => unknown} parse gives the syntax tree (ESTree)
 */
export function withOwnLoops(code, parse) {
  /** @type {Loop[]} */
  const loops = []
  collect(parse(code), loops)
  const edits = loops.flatMap(({ left, right }) => [
    { from: left.end, to: right.start, text: ' of Object.keys((' },
    { from: right.end, to: right.end, text: ')||{})' },
  ])
  // From the end on, so that the places before stay true.
  edits.sort((a, b) => b.from - a.from)
  return edits.reduce(
    (text, edit) => `${text.slice(0, edit.from)}${edit.text}${text.slice(edit.to)}`,
    code,
  )
}

/** @param {unknown} node @param {Loop[]} loops */
function collect(node, loops) {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, loops)
  } else if (typeof node === 'object' && node !== null) {
    if ('type' in node && node.type === 'ForInStatement') loops.push(/** @type {Loop} */ (node))
    for (const each of Object.values(node)) collect(each, loops)
  }
}
