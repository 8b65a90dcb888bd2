import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/** Where the browser stage writes down what it found. */
export const BROWSER_STAMP = 'node_modules/.tillgate-browser'

/** Chromium starts as root and in a container, and sends no requests of its own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/**
 * Path of the Chromium that the browser stage found; `undefined`: Playwright's own.
 *
 * @returns {string | undefined}
 */
export function chromiumPath() {
  try {
    return JSON.parse(readFileSync(join(ROOT, BROWSER_STAMP), 'utf8')).executable ?? undefined
  } catch {
    return process.env.CHROMIUM_PATH
  }
}
