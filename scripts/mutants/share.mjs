import { createHash } from 'node:crypto'

/** `TILLGATE_MUTANTS_SHARE=2/6`: the second sixth; absent: everything. */
const [part = 1, of = 1] = (process.env.TILLGATE_MUTANTS_SHARE ?? '')
  .split('/')
  .filter(Boolean)
  .map(Number)

/**
 * Leaves out the functions of a file that are in another share. The hash of its text says in which share a
 * function is: the shares are the same on every machine, and together they are everything.
 */
export const strykerPlugins = [{ kind: 'Ignore', name: 'share', value: { shouldIgnore } }]

/** @param {any} path of Babel @returns {string | undefined} the reason to leave it out */
function shouldIgnore(path) {
  if (of === 1 || !path.parentPath?.isProgram()) return undefined
  const [first = 0] = createHash('sha256').update(String(path)).digest()
  return first % of === part - 1 ? undefined : 'in another share'
}
