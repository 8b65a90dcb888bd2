/**
 * Licences of what a release hands on, in its built files or beside them: they ask for their text to be handed on too, and
 * for nothing else.
 */
export const SHIPPED_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]

/** Of tools, which build and test and are in no release: also those that ask for more of whoever hands them on. */
const TOOL_LICENCES = [...SHIPPED_LICENCES, 'MPL-2.0', 'Python-2.0', 'Unlicense', 'CC-BY-4.0']

/**
 * @typedef {object} Locked an entry of package-lock.json
 * @property {string} [license] SPDX
 * @property {boolean} [dev]
 * @property {boolean} [devOptional]
 */

/**
 * The packages of a lock file whose licence is not allowed, or not known.
 *
 * @param {{ readonly packages: Readonly<Record<string, Locked>> }} lock
 * @param {{ onlyTools: boolean }} options `onlyTools`: nothing of this lock file is handed on
 * @returns {readonly string[]} a line for each
 */
export function licenceFaults({ packages }, { onlyTools }) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '') return []
    const isTool = onlyTools || entry.dev === true || entry.devOptional === true
    const allowed = isTool ? TOOL_LICENCES : SHIPPED_LICENCES
    if (isAllowed(entry.license ?? '', allowed)) return []
    const place = isTool ? 'a tool' : 'handed on'
    return [
      `${path} has the licence ${entry.license ?? 'of nobody knows'}, which ${place} may not have`,
    ]
  })
}

/**
 * Whether an SPDX expression leaves a choice of allowed licences. One that is nested deeper than `(A AND B) OR C` is not
 * read, and not allowed.
 *
 * @param {string} expression @param {readonly string[]} allowed
 */
export function isAllowed(expression, allowed) {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) =>
    choice
      .replace(/^\((.*)\)$/, '$1')
      .split(' AND ')
      .every((licence) => allowed.includes(licence)),
  )
}
