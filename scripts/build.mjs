/**
 * Builds everything in dist, one after the other. `npm start` and `npm test` call it through
 * prepare.mjs when a source has changed.
 */
import { execFileSync } from 'node:child_process'
import { build } from 'vite'
import { fetchedCode } from './prepare/fetched-code.mjs'

try {
  const fetched = [...fetchedCode().keys()].map((name) => `fetched-${name}`)
  const frames = [
    'number-frame',
    'code-frame',
    'borrowing-frame',
    'details-frame',
    'font-frame',
    'authentication-page',
  ]
  const modes = ['widget', ...frames, ...fetched, 'shop', 'backoffice', 'server']
  for (const mode of modes) await build({ mode })
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'wrappers'])
  execFileSync(process.execPath, ['scripts/wire-types.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
