/**
 * Circles of imports, each once, beginning at the file that comes first in the alphabet. Imports of
 * types do not count: they are gone when the code runs.
 *
 * @param {readonly import('./source.mjs').Source[]} sources
 * @returns {string[][]}
 */
export function importCycles(sources) {
  const targets = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter((each) => !each.isType).map((each) => each.target),
    ]),
  )
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {string[][]} */
  const cycles = []

  /** @param {string} path @param {readonly string[]} trail the files that led here */
  function visit(path, trail) {
    const onTrail = trail.indexOf(path)
    if (onTrail >= 0) cycles.push(closed(trail.slice(onTrail)))
    if (seen.has(path)) return
    seen.add(path)
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
  }

  for (const path of [...targets.keys()].sort()) visit(path, [])
  return cycles
}

/** @param {readonly string[]} cycle */
function closed(cycle) {
  const first = [...cycle].sort()[0] ?? ''
  const start = cycle.indexOf(first)
  return [...cycle.slice(start), ...cycle.slice(0, start), first]
}

/**
 * Groups of files each of which needs all others of its group to be understood, imports of types counted:
 * the strongly connected components of two files or more (Tarjan).
 *
 * @param {readonly import('./source.mjs').Source[]} sources
 * @returns {string[][]} each in the order of the alphabet
 */
export function typeCircles(sources) {
  const targets = new Map(
    sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]),
  )
  /** @type {Map<string, number>} */
  const numbers = new Map()
  /** @type {string[]} */
  const open = []
  /** @type {string[][]} */
  const circles = []

  /** @param {string} path @returns {number} the lowest number that can be reached among open files */
  function visit(path) {
    const own = numbers.size
    numbers.set(path, own)
    open.push(path)
    let lowest = own
    for (const target of targets.get(path) ?? []) {
      if (!targets.has(target)) continue
      if (!numbers.has(target)) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, numbers.get(target) ?? own)
    }
    if (lowest === own) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest
  }

  for (const path of [...targets.keys()].sort()) if (!numbers.has(path)) visit(path)
  return circles
}
