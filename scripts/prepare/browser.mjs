import { existsSync } from 'node:fs'
import { BROWSER_STAMP } from './chromium.mjs'
import { aptInstall, canUseApt, PrepareError, run, say } from './command.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** A bare system has one family of letters, and no Arabic. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-liberation', 'fonts-noto-core']

const LAUNCH_LIMIT_MS = 60_000
const DOWNLOAD_LIMIT_MS = 180_000

/**
 * What the stage found. `asked`: CHROMIUM_PATH at that time. `executable` null: Playwright's own.
 *
 * @typedef {{ asked: string, executable: string | null }} Found
 */

/** A Chromium that starts. */
export const browser = {
  isFresh() {
    const text = readStamp(BROWSER_STAMP)
    if (text === '') return false
    /** @type {Found} */
    const { asked, executable } = JSON.parse(text)
    return asked === askedFor() && (executable === null || existsSync(executable))
  },

  run() {
    const found = { asked: askedFor(), executable: findBrowser() }
    writeStamp(BROWSER_STAMP, JSON.stringify(found))
  },
}

function askedFor() {
  return process.env.CHROMIUM_PATH ?? ''
}

/** @returns {string | null} */
function findBrowser() {
  const asked = askedFor()
  if (asked !== '') {
    const result = tryLaunch(asked)
    if (result.ok) return asked
    throw new PrepareError(`${result.output}\n\nCHROMIUM_PATH is ${asked}, which does not start.`)
  }
  const installed = installedBrowser()
  if (installed !== undefined) return installed
  if (tryLaunch().ok || downloadBrowser()) return null
  return debianBrowser()
}

function installedBrowser() {
  const paths = NAMES.map((name) => run('sh', ['-c', `command -v ${name}`]).output)
  return paths.find((path) => path !== '' && tryLaunch(path).ok)
}

function downloadBrowser() {
  say('Fetching a browser (playwright install)')
  const args = ['node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium']
  const download = run(process.execPath, args, { timeoutMs: DOWNLOAD_LIMIT_MS })
  return download.ok && tryLaunch().ok
}

function debianBrowser() {
  const apt = canUseApt() ? aptInstall(DEBIAN_PACKAGES) : { ok: false, output: '' }
  const path = apt.ok ? installedBrowser() : undefined
  if (path !== undefined) return path
  throw new PrepareError(
    `${apt.output}\n\nThe tests need a Chromium and none could be had: install one and run the ` +
      'command again, with its path in CHROMIUM_PATH where it is not found by name.',
  )
}

/** @param {string[]} executable none: Playwright's own */
function tryLaunch(...executable) {
  const args = ['scripts/prepare/try-browser.mjs', ...executable]
  return run(process.execPath, args, { timeoutMs: LAUNCH_LIMIT_MS })
}
