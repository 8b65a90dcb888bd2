/**
 * Pays in the other browsers of this machine: Firefox and WebKitGTK, where they are installed (in Debian
 * by `apt-get install firefox-esr webkit2gtk-driver xvfb`). Fails where it finds none of them.
 * Arguments are given to Playwright: node run.mjs test:browsers --project firefox
 */

import { spawnSync } from 'node:child_process'
import { findBrowsers } from './browsers/find-browsers.mjs'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const found = findBrowsers()
for (const { name, executable } of found) process.stdout.write(`Found ${name}: ${executable}\n`)
if (found.length === 0) {
  process.stderr.write('Neither Firefox nor WebKitGTK is installed: nothing was tested.\n')
  process.exitCode = 1
} else {
  const playwright = 'node_modules/@playwright/test/cli.js'
  const { status } = spawnSync(
    process.execPath,
    [playwright, 'test', '--config', 'e2e/browsers/playwright.config.ts', ...process.argv.slice(2)],
    { cwd: ROOT, stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
}
