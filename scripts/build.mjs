/**
 * Builds everything in dist, one after the other. `npm start` and `npm test` call it through
 * prepare.mjs when a source has changed.
 */
import { existsSync, readdirSync } from 'node:fs'
import { build } from 'vite'

try {
  const modes = ['widget', 'number-frame', 'code-frame', ...fetchedForms(), 'shop', 'server']
  for (const mode of modes) await build({ mode })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/** The builds of form code that the widget fetches. */
function fetchedForms() {
  const names = readdirSync('widget/forms')
  return names.filter(isFetched).map((name) => `form-${name}`)
}

/** @param {string} name */
function isFetched(name) {
  return existsSync(`widget/forms/${name}/entry.ts`)
}
