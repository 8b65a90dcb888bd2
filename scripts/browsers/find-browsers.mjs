import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * A browser beside Chromium that this machine has.
 *
 * @typedef {{ name: 'firefox', executable: string }
 *   | { name: 'webkit', executable: string, driver: string }} FoundBrowser
 */

/** Where Linux systems have programs that only other programs start. */
const LIBRARIES = '/usr/lib'

/**
 * Firefox by name or as FIREFOX_PATH says; WebKitGTK's small browser where its WebDriver server and
 * Xvfb are there too (in Debian: firefox-esr, webkit2gtk-driver, xvfb).
 *
 * @returns {FoundBrowser[]}
 */
export function findBrowsers() {
  /** @type {FoundBrowser[]} */
  const found = []
  const firefox = process.env.FIREFOX_PATH ?? onPath('firefox') ?? onPath('firefox-esr')
  if (firefox !== undefined) found.push({ name: 'firefox', executable: firefox })
  const driver = onPath('WebKitWebDriver')
  const small = smallBrowser()
  if (driver !== undefined && small !== undefined && onPath('Xvfb') !== undefined)
    found.push({ name: 'webkit', executable: small, driver })
  return found
}

/** @param {string} program */
function onPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find(isProgram)
}

/** `/usr/lib/{machine}/webkit2gtk-{version}/MiniBrowser`, the newest. */
function smallBrowser() {
  const folders = namesIn(LIBRARIES).flatMap((machine) =>
    namesIn(join(LIBRARIES, machine))
      .filter((name) => /^webkit(?:2gtk|gtk)-/.test(name))
      .map((name) => join(LIBRARIES, machine, name, 'MiniBrowser')),
  )
  return folders.filter(isProgram).sort().at(-1)
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
