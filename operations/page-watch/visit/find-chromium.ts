import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * The path of an installed Chromium: `CHROMIUM_PATH`, else the first of the usual names in `PATH`. Otherwise why
 * there is none, as a sentence with what to do.
 */
export function findChromium(
  env: Readonly<Record<string, string | undefined>>,
): { readonly path: string } | { readonly fault: string } {
  const named = env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (isAbsolute(named) && isExecutable(named)) return { path: named }
    return {
      fault: `CHROMIUM_PATH is ${named}, which is no program that can be started: give the whole path of Chromium or Chrome`,
    }
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const path = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    isExecutable,
  )
  if (path !== undefined) return { path }
  return {
    fault: `no Chromium was found by the names ${NAMES.join(', ')}: install one (Debian: apt-get install chromium), or give its path in CHROMIUM_PATH`,
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
