/**
 * Runs every test in every variant: `npm test` with each language, theme and width of the browser tests
 * (e2e/support/variants.ts), and with the files that rest on other days (vite.config.ts, playwright.config.ts).
 * With arguments the files whose path contains them: node run.mjs test:variants e2e/shop.spec.ts
 */

import { spawnSync } from 'node:child_process'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const { status } = spawnSync(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, TILLGATE_ALL_VARIANTS: '1' },
})
process.exitCode = status ?? 1
