/**
 * Builds everything in dist, one after the other. `npm start` and `npm test` call it through
 * prepare.mjs when a source has changed.
 */
import { build } from 'vite'

try {
  const modes = ['widget', 'number-frame', 'code-frame', 'shop', 'server']
  for (const mode of modes) await build({ mode })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
