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
