/**
 * Builds everything in dist, one after the other. `npm start` and `npm test` call it through
 * prepare.mjs when a source has changed.
 */
import { build } from 'vite'

try {
  for (const mode of ['widget', 'frame', 'shop', 'server']) await build({ mode })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
