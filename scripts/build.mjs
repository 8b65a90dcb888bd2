/**
 * Builds everything in dist, one after the other. `npm start` and `npm test` call it through
 * prepare.mjs when a source has changed.
 */
import { build } from 'vite'
import { fetchedForms } from './prepare/fetched-forms.mjs'

try {
  const forms = fetchedForms().map((name) => `form-${name}`)
  const modes = ['widget', 'number-frame', 'code-frame', ...forms, 'shop', 'server']
  for (const mode of modes) await build({ mode })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
