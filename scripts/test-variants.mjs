/**
 * Runs all browser tests in all their variants: every language, theme and width (e2e/support/variants.ts), and
 * all long rounds (playwright.config.ts).
 * `npm test` runs a few of them. Arguments are given to Playwright: npm run test:variants -- e2e/shop.spec.ts
 */

import { spawnSync } from 'node:child_process'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TILLGATE_ALL_VARIANTS: '1' } },
)
process.exitCode = status ?? 1
